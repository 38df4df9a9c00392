package io.weir.gateway.http;

import io.weir.contract.service.PortMistake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.net.StreamSettings;
import io.weir.gateway.net.TlsFiles;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Opens an input on a free local port. */
final class HttpInputRig {
    static final int MAX_BODY_BYTES = 100_000;

    private Duration requestTimeout = Duration.ofSeconds(30);
    private long bodiesBytes = 10_000_000;
    private List<String> tokens = List.of();
    private Optional<TlsFiles> tls = Optional.empty();

    static HttpInput open(OneInput input) {
        return new HttpInputRig().openFor(input);
    }

    HttpInputRig requestTimeout(Duration timeout) {
        requestTimeout = timeout;
        return this;
    }

    HttpInputRig bodiesBytes(long bytes) {
        bodiesBytes = bytes;
        return this;
    }

    HttpInputRig tokens(String... these) {
        tokens = List.of(these);
        return this;
    }

    HttpInputRig tls(TlsFiles files) {
        tls = Optional.of(files);
        return this;
    }

    HttpInput openFor(OneInput input) {
        return HttpInput.open(settings(), input);
    }

    /** An input for a format other than line protocol. */
    HttpInput openFor(OneInput input, Function<LineIntake, HttpApi> api) {
        return HttpInput.open(settings(), input, api);
    }

    private HttpInputSettings settings() {
        PortMistake mistake = new PortMistake("tcp", "line protocol over HTTP", "http.port", "http.host");
        return new HttpInputSettings(
                new StreamSettings("127.0.0.1", 0, 2, 100, 100, tls, mistake),
                MAX_BODY_BYTES,
                bodiesBytes,
                requestTimeout,
                Duration.ofMinutes(5),
                new Tokens(tokens));
    }
}
