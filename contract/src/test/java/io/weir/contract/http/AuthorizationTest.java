package io.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuthorizationTest {
    /** The examples of RFC 7617. */
    @Test
    void encodesUserAndPassword() {
        assertThat(Authorization.basic("Aladdin", "open sesame")).isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assertThat(Authorization.basic("test", "123£")).isEqualTo("Basic dGVzdDoxMjPCow==");
    }
}
