package io.weir.gateway.zabbix;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.zabbix.Sessions.Session;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Sessions sessions = new Sessions();

    @Test
    void theFirstNumberBeginsASequence() {
        assertThat(sessions.of(1).next(500)).isZero();
        assertThat(sessions.of(1).next(503)).isEqualTo(2);
        assertThat(sessions.of(1).next(503)).isEqualTo(Session.REPEATED);
        assertThat(sessions.of(1).next(501)).isEqualTo(Session.REPEATED);
        assertThat(sessions.of(1).next(504)).isZero();
        assertThat(sessions.of(2).next(0)).isZero();
        assertThat(sessions.of(2).next(1)).isZero();
    }

    @Test
    void aHugeStepBeginsAnew() {
        assertThat(sessions.of(1).next(1)).isZero();
        assertThat(sessions.of(1).next(1_000_002)).isEqualTo(1_000_000);
        assertThat(sessions.of(1).next(Long.MAX_VALUE)).isZero();
    }

    @Test
    void theSessionUnusedForLongestIsForgotten() {
        Session first = sessions.of(0);
        Session second = sessions.of(1);
        for (long hash = 2; hash < 65_536; hash++) {
            sessions.of(hash);
        }
        assertThat(sessions.of(0)).isSameAs(first);
        sessions.of(65_536);
        assertThat(sessions.of(0)).isSameAs(first);
        assertThat(sessions.of(1)).isNotSameAs(second);
    }
}
