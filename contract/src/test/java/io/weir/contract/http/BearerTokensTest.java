package io.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokensTest {
    private final BearerTokens tokens = new BearerTokens(List.of("first", "zweites-ä"));

    @Test
    void anyTokenIsAllowed() {
        assertThat(tokens.contain("first")).isTrue();
        assertThat(tokens.contain("zweites-ä")).isTrue();
        assertThat(tokens.allow("Bearer first")).isTrue();
        assertThat(tokens.allow("Bearer zweites-ä")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "first",
                "Bearer",
                "Bearer ",
                "Bearer firs",
                "Bearer first ",
                "Bearer  first",
                "Bearer First",
                "bearer first",
                "Token first",
                "Bearer first,zweites-ä"
            })
    void otherHeadersAreNotAllowed(String authorization) {
        assertThat(tokens.allow(authorization)).isFalse();
    }

    @Test
    void aMissingHeaderIsNotAllowed() {
        assertThat(tokens.allow(null)).isFalse();
    }

    @Test
    void withoutTokensEveryRequestIsAllowed() {
        BearerTokens none = new BearerTokens(List.of());

        assertThat(none.allow(null)).isTrue();
        assertThat(none.allow("Bearer any")).isTrue();
        assertThat(none.contain("")).isFalse();
    }

    @Test
    void textDoesNotContainTheTokens() {
        assertThat(tokens).hasToString("BearerTokens[2]");
    }
}
