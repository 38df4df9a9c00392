package io.weir.dashboard.signin;

import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.ApiException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A user, as a valid token names one.
 *
 * @param subject the provider's own id of the user, in one line
 * @param groups all groups of the token
 */
record Identity(String user, String subject, List<String> groups) {
    /** Copies the list. */
    Identity {
        groups = List.copyOf(groups);
    }

    /** @throws ApiException if the claims do not name the user */
    static Identity of(Map<String, Object> claims, OidcConfig config) {
        if (!(claims.get(config.nameClaim()) instanceof String name) || !Access.isName(name.strip())) {
            throw new ApiException(
                    403,
                    "The provider's token has no usable claim " + config.nameClaim()
                            + ". Set dashboard.oidc.name-claim to the claim that names the user, or add the scope that"
                            + " contains it to dashboard.oidc.scopes.");
        }
        return new Identity(
                name.strip(),
                ForeignText.inOneLine(String.valueOf(claims.get("sub"))),
                groups(claims.get(config.groupsClaim())));
    }

    /** Some providers write a single group as a text. */
    private static List<String> groups(@Nullable Object claim) {
        return claim instanceof Collection<?> groups
                ? groups.stream().filter(Objects::nonNull).map(Object::toString).toList()
                : claim instanceof String group ? List.of(group) : List.of();
    }
}
