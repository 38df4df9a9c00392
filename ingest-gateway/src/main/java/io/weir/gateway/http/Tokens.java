package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that permit writing, in all forms that InfluxDB's clients use. Without tokens, every
 * sender may write. Stores digests and compares them in constant time. Immutable.
 */
public final class Tokens {
    private final List<byte[]> digests;

    /** These tokens; a user and password form the token {@code user:password}. */
    public Tokens(List<String> tokens) {
        digests = tokens.stream().map(Tokens::digest).toList();
    }

    /** The number of tokens. */
    public int size() {
        return digests.size();
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
        if (digests.isEmpty()) {
            return true;
        }
        if (authorization != null) {
            int space = authorization.indexOf(' ');
            String scheme = space < 0 ? "" : authorization.substring(0, space).toLowerCase(Locale.ROOT);
            String shown = authorization.substring(space + 1).trim();
            return switch (scheme) {
                case "token", "bearer" -> isOne(shown);
                case "basic" -> isPair(decoded(shown));
                default -> false;
            };
        }
        return password != null && isPair((user == null ? "" : user) + ":" + password);
    }

    /** As in InfluxDB 2, a token may also be the password of any user. */
    private boolean isPair(String pair) {
        boolean isUser = isOne(pair);
        boolean isPassword = isOne(pair.substring(pair.indexOf(':') + 1));
        return isUser || isPassword;
    }

    private boolean isOne(String shown) {
        byte[] digest = digest(shown);
        boolean isOne = false;
        for (byte[] token : digests) {
            isOne |= MessageDigest.isEqual(token, digest);
        }
        return isOne;
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Does not contain the tokens. */
    @Override
    public String toString() {
        return "Tokens[" + size() + "]";
    }
}
