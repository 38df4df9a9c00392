package io.weir.gateway.setting;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.grpc.GrpcInputSettings;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.http.Tokens;
import io.weir.gateway.net.FrameSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of every HTTP input. */
public final class HttpKeys {
    /** The variable with a token, used without a tokens file. */
    public static final String TOKEN = "WEIR_HTTP_TOKEN";

    /** InfluxDB's own limit. */
    private static final int BODY_BYTES = 25_000_000;

    private static final long BODIES_BYTES = 100_000_000;
    private static final int TOKENS_BYTES = 1 << 20;

    private HttpKeys() {}

    /** {@code wants} names the purpose of the port. */
    public static HttpInputSettings read(InputName name, YamlSection section, int port, String wants) {
        return new HttpInputSettings(
                StreamKeys.read(name, section, port, wants),
                bodyBytes(section),
                bodiesBytes(section),
                requestTimeout(section),
                idleTimeout(section),
                new Tokens(tokens(section)));
    }

    /** The same keys for an input over gRPC, which has HTTP below it. */
    public static GrpcInputSettings readGrpc(InputName name, YamlSection section, int port, String wants) {
        return new GrpcInputSettings(
                StreamKeys.read(name, section, port, wants),
                bodyBytes(section),
                bodiesBytes(section),
                requestTimeout(section),
                idleTimeout(section),
                new BearerTokens(tokens(section)));
    }

    /** The same keys for an input over TCP whose messages are frames. */
    public static FrameSettings readFrames(InputName name, YamlSection section, int port, String wants) {
        return new FrameSettings(
                StreamKeys.read(name, section, port, wants),
                bodyBytes(section),
                bodiesBytes(section),
                requestTimeout(section),
                idleTimeout(section));
    }

    private static int bodyBytes(YamlSection section) {
        return section.integer("body-bytes", 1 << 10, 1 << 30, "a larger body is rejected, compressed or not")
                .or(BODY_BYTES);
    }

    private static long bodiesBytes(YamlSection section) {
        return section.longInteger(
                        "bodies-bytes", 1 << 20, 1L << 40, "memory for the bodies of all unfinished requests")
                .or(BODIES_BYTES);
    }

    private static Duration requestTimeout(YamlSection section) {
        return section.duration(
                        "request-timeout",
                        Duration.ofMillis(1),
                        "a request must arrive and is answered within this time")
                .or(Duration.ofSeconds(30));
    }

    private static Duration idleTimeout(YamlSection section) {
        return section.duration(
                        "idle-timeout",
                        Duration.ZERO,
                        "a connection without a request is closed after this time; 0s for never")
                .or(Duration.ofMinutes(5));
    }

    /** The tokens of which a sender must show one; empty if everybody may write. */
    public static List<String> tokens(YamlSection section) {
        Optional<List<String>> ofFile = section.value(
                        "tokens-file",
                        List.<String>of(),
                        HttpKeys::tokens,
                        "a file of tokens or user:password, one per line; otherwise the token in " + TOKEN
                                + "; otherwise everybody may write")
                .optional();
        return ofFile.orElseGet(() -> Optional.ofNullable(System.getenv(TOKEN)).stream()
                .filter(token -> !token.isBlank())
                .toList());
    }

    private static List<String> tokens(String file) {
        try {
            byte[] bytes = NamedFile.read(NamedFile.path(file), TOKENS_BYTES);
            List<String> tokens = new String(bytes, UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            if (tokens.isEmpty()) {
                throw new Refusal("contains no token", "write one per line");
            }
            return tokens;
        } catch (Refusal e) {
            throw new Refusal(Refusal.quote(file) + " " + e.wrong(), e.meant());
        }
    }
}
