package io.weir.standalone;

import io.weir.contract.topic.Right;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's own authorizer, which records all requests and answers of the brokers in this JVM. */
public final class AskedRights extends StandardAuthorizer {
    private static final Set<Asked> ASKED = ConcurrentHashMap.newKeySet();

    /** A request of a principal, and its answer. */
    private record Asked(String principal, AclOperation operation, ResourcePattern on, boolean isAllowed) {

        private boolean isOf(Right right) {
            return isAllowed
                    && on.resourceType() == right.on().resourceType()
                    && right.operations().contains(operation)
                    && (right.isPrefixed()
                            ? on.name().startsWith(right.on().name())
                            : on.name().equals(right.on().name()));
        }
    }

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
        List<AuthorizationResult> results = super.authorize(context, actions);
        for (int i = 0; i < results.size(); i++) {
            Action action = actions.get(i);
            boolean isAllowed = results.get(i) == AuthorizationResult.ALLOWED;
            // Kafka marks incidental checks, such as which operations are allowed at all, as not to
            // be logged.
            if (isAllowed ? action.logIfAllowed() : action.logIfDenied()) {
                ASKED.add(new Asked(
                        context.principal().toString(), action.operation(), action.resourcePattern(), isAllowed));
            }
        }
        return results;
    }

    /** Discards all recorded requests. */
    static void forget() {
        ASKED.clear();
    }

    /** The refused requests of a principal, as text. */
    static Set<String> refusedTo(String principal) {
        Set<String> refused = new TreeSet<>();
        ASKED.stream()
                .filter(each -> each.principal.equals(principal) && !each.isAllowed)
                .forEach(each -> refused.add(each.operation + " " + each.on.resourceType() + " " + each.on.name()));
        return refused;
    }

    /** The rights that a principal has not used, one entry for each operation. */
    static List<String> unused(String principal, List<Right> rights) {
        List<String> unused = new ArrayList<>();
        for (Right right : rights) {
            for (AclOperation operation : right.operations()) {
                Right one = new Right(right.on(), List.of(operation));
                if (ASKED.stream().noneMatch(each -> each.principal.equals(principal) && each.isOf(one))) {
                    unused.add(one.verbs() + " " + one.resource());
                }
            }
        }
        return unused;
    }
}
