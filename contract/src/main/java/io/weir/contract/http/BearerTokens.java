package io.weir.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of which a request must show one. Stores digests and compares them in constant time.
 * Immutable.
 */
public final class BearerTokens {
    private static final String SCHEME = "Bearer ";

    private final List<byte[]> digests;

    /** These tokens. */
    public BearerTokens(Collection<String> tokens) {
        digests = tokens.stream().map(BearerTokens::digest).toList();
    }

    /** The number of tokens. */
    public int size() {
        return digests.size();
    }

    /** Whether there is no token. */
    public boolean isEmpty() {
        return digests.isEmpty();
    }

    /** Whether the text is one of the tokens. */
    public boolean contain(String shown) {
        byte[] digest = digest(shown);
        boolean isOne = false;
        for (byte[] token : digests) {
            isOne |= MessageDigest.isEqual(token, digest);
        }
        return isOne;
    }

    /**
     * Whether they allow a request. Without tokens, every request is allowed.
     *
     * @param authorization the header Authorization, which must be {@code Bearer} and a token
     */
    public boolean allow(@Nullable String authorization) {
        return isEmpty()
                || (authorization != null
                        && authorization.startsWith(SCHEME)
                        && contain(authorization.substring(SCHEME.length())));
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
        return "BearerTokens[" + size() + "]";
    }
}
