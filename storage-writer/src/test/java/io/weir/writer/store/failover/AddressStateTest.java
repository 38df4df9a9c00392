package io.weir.writer.store.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.Reply;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressStateTest {
    private static final StoreUrl URL = StoreCatalog.BUILT_IN.parse("influxdb1://a/m");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2));
    private final AddressState state = new AddressPool(nanos::get).of(URL);

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void oneWriterTriesTheAddressAfterAPauseThatDoubles() {
        assertThat(state.beginTrial()).isFalse();
        for (long pauseMillis : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000}) {
            state.leaveOut(new Reply.Away("refused"));
            pass(pauseMillis - 1);
            assertThat(state.beginTrial()).isFalse();
            pass(1);
            assertThat(state.beginTrial()).isTrue();
            assertThat(state.beginTrial()).isFalse();
        }
        state.back();
        assertThat(state.isLeftOut()).isFalse();
        state.leaveOut(new Reply.Away("refused"));
        pass(1_000);
        assertThat(state.beginTrial()).isTrue();
    }

    /** A server that accepts connections and does not answer takes one writer for its timeout. */
    @Test
    void noOtherWriterTriesTheAddressDuringATrial() {
        state.leaveOut(new Reply.Away("timeout"));
        pass(1_000);
        assertThat(state.beginTrial()).isTrue();
        pass(30_000);
        assertThat(state.beginTrial()).isFalse();

        state.leaveOut(new Reply.Away("timeout"));
        pass(1_999);
        assertThat(state.beginTrial()).isFalse();
        pass(1);
        assertThat(state.beginTrial()).isTrue();
    }

    /** Several writers meet the same failure, and each tries a left out address if no other is in service. */
    @Test
    void furtherFailuresInAPauseNeitherDoubleNorShortenIt() {
        state.leaveOut(new Reply.Away("busy", 3_000, Reply.Cause.SLOW));
        for (int i = 0; i < 10; i++) {
            state.leaveOut(new Reply.Away("refused"));
        }
        pass(2_999);
        assertThat(state.beginTrial()).isFalse();
        pass(1);
        assertThat(state.beginTrial()).isTrue();
        state.leaveOut(new Reply.Away("refused"));
        pass(2_000);
        assertThat(state.beginTrial()).isTrue();
    }

    @Test
    void theServerMayRequestALongerPause() {
        state.leaveOut(new Reply.Away("busy", 5_000, Reply.Cause.SLOW));
        pass(4_999);
        assertThat(state.beginTrial()).isFalse();
        pass(1);
        assertThat(state.beginTrial()).isTrue();

        state.leaveOut(new Reply.Away("busy", Long.MAX_VALUE, Reply.Cause.SLOW));
        pass(300_000);
        assertThat(state.beginTrial()).isTrue();
    }

    @Test
    void placesOfAServerHaveStatesOfTheirOwn() {
        AddressPool pool = new AddressPool(nanos::get);
        pool.of(URL.at("other")).leaveOut(new Reply.Away("no such database"));

        assertThat(pool.of(URL).isLeftOut()).isFalse();
        assertThat(pool.leftOut()).containsExactly("influxdb1://a/m other: no such database");
        assertThat(pool.isLeftOut("http://a:8086")).isTrue();
        assertThat(pool.isLeftOut("http://b:8086")).isFalse();
    }
}
