package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.http.BearerTokens;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that permit writing, in all forms that InfluxDB's clients use. Without tokens, every
 * sender may write. Immutable.
 */
public final class Tokens {
    private final BearerTokens tokens;

    /** These tokens; a user and password form the token {@code user:password}. */
    public Tokens(List<String> tokens) {
        this.tokens = new BearerTokens(tokens);
    }

    /** The number of tokens. */
    public int size() {
        return tokens.size();
    }

    /**
     * Whether a request may write.
     *
     * @param authorization the header: {@code Token T}, {@code Bearer T} or {@code Basic} user and
     *     password
     * @param user the parameter {@code u} of the 1.x interface
     * @param password the parameter {@code p} of the 1.x interface
     */
    boolean allow(@Nullable String authorization, @Nullable String user, @Nullable String password) {
        if (tokens.isEmpty()) {
            return true;
        }
        if (authorization != null) {
            int space = authorization.indexOf(' ');
            String scheme = space < 0 ? "" : authorization.substring(0, space).toLowerCase(Locale.ROOT);
            String shown = authorization.substring(space + 1).trim();
            return switch (scheme) {
                case "token", "bearer" -> tokens.contain(shown);
                case "basic" -> isPair(decoded(shown));
                default -> false;
            };
        }
        return password != null && isPair((user == null ? "" : user) + ":" + password);
    }

    /** As in InfluxDB 2, a token may also be the password of any user. */
    private boolean isPair(String pair) {
        boolean isUser = tokens.contain(pair);
        boolean isPassword = tokens.contain(pair.substring(pair.indexOf(':') + 1));
        return isUser || isPassword;
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Does not contain the tokens. */
    @Override
    public String toString() {
        return "Tokens[" + size() + "]";
    }
}
