package io.weir.standalone;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Takes single rights to topics from all clients of an {@link AuthorizingBroker}, and gives them
 * back.
 */
public record Rights(Admin admin) {

    /** All clients keep all other rights to the topic. */
    public void take(AclOperation operation, String topic) throws ExecutionException, InterruptedException {
        admin.createAcls(List.of(
                        entry(topic, AclOperation.ALL, AclPermissionType.ALLOW),
                        entry(topic, operation, AclPermissionType.DENY)))
                .all()
                .get();
        awaitDenials(topic, operation, 1);
    }

    public void giveBack(AclOperation operation, String topic) throws ExecutionException, InterruptedException {
        admin.deleteAcls(List.of(entry(topic, operation, AclPermissionType.DENY).toFilter()))
                .all()
                .get();
        awaitDenials(topic, operation, 0);
    }

    /** The controller has a change before the broker, which this asks, applies it. */
    private void awaitDenials(String topic, AclOperation operation, int count) {
        AclBindingFilter denial =
                entry(topic, operation, AclPermissionType.DENY).toFilter();
        Eventually.eventually("the broker has the change", () -> {
            try {
                return admin.describeAcls(denial).values().get().size() == count;
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static AclBinding entry(String topic, AclOperation operation, AclPermissionType type) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", operation, type));
    }
}
