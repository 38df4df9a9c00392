package io.weir.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JourneyTest {

    @Test
    void isOverOnceAllHasComeOutOfTheLastMeteredHop() {
        Journey journey = new Journey(Page.ofAll().meters(), 10);
        Page page = Page.ofAll().with("gateway_datagrams", 9).with("gateway_lines", 90);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("1 datagrams on their way to the gateway");

        page.with("gateway_kernel_drops", 1).with("gateway_acknowledged", 80);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("10 lines on their way to Kafka");

        page.with("gateway_rejected{reason=\"not-finite\"}", 10).with("processing_metrics", 79);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("1 lines on their way through processing");

        page.with("processing_metrics", 80).with("processing_storage_lines", 40).with("writer_lines_stored", 38);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("2 lines on their way to the store");

        page.with("writer_lines_rejected{reason=\"store-refused\"}", 2);
        assertThat(journey.isOver(page.meters())).isTrue();
    }

    @Test
    void endsAtTheGatewayIfOnlyItHasMeters() {
        Journey journey = new Journey(Page.ofGateway().received(5, 50).meters(), 10);

        assertThat(journey.isOver(Page.ofGateway().received(14, 140).meters())).isFalse();
        Meters last = Page.ofGateway().received(15, 150).meters();
        assertThat(journey.isOver(last)).isFalse();
        assertThat(journey.isOver(last)).isTrue();
    }

    @Test
    void waitsForWhatWasUnderWayBefore() {
        Meters before =
                Page.ofAll().received(1, 10).with("processing_metrics", 4).meters();
        Journey journey = new Journey(before, 1);

        Page page = Page.ofAll().received(2, 20).with("processing_metrics", 14);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.isOver(page.meters()))
                .as("10 more, but 6 of an earlier sender")
                .isFalse();
        page.with("processing_metrics", 20);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.isOver(page.meters())).isTrue();
    }

    @Test
    void doesNotTakeWhatAnEarlierLifeLeftForItsOwn() {
        Meters before = Page.ofAll()
                .with("processing_storage_lines", 10)
                .with("writer_lines_stored", 500)
                .meters();
        Journey journey = new Journey(before, 1);

        Page page = Page.ofAll()
                .received(1, 10)
                .with("processing_metrics", 10)
                .with("processing_storage_lines", 20)
                .with("writer_lines_stored", 505);
        for (int i = 0; i < 4; i++) {
            assertThat(journey.isOver(page.meters())).isFalse();
        }
        assertThat(journey.isOver(page.with("writer_lines_stored", 510).meters()))
                .isTrue();
    }

    @Test
    void endsThoughOthersGoOnSending() {
        Journey journey = new Journey(Page.ofAll().meters(), 1);
        Page page = Page.ofAll().with("gateway_datagrams", 3).with("gateway_lines", 30);
        assertThat(journey.isOver(page.meters())).isFalse();

        // Lines of other senders keep arriving, but those received before the second query have left
        // the gateway.
        page.with("gateway_lines", 60).with("gateway_acknowledged", 35);
        assertThat(journey.isOver(page.meters())).isFalse();
        page.with("gateway_lines", 90).with("gateway_acknowledged", 70).with("processing_metrics", 40);
        assertThat(journey.isOver(page.meters())).isFalse();
        page.with("gateway_lines", 120).with("gateway_acknowledged", 100).with("processing_metrics", 75);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.isOver(page.meters())).isTrue();
    }

    /** The gateway counts a datagram before its lines. */
    @Test
    void linesMayBeCountedAfterTheirDatagram() {
        Journey journey = new Journey(Page.ofAll().meters(), 1);
        Page page = Page.ofAll().with("gateway_datagrams", 1);
        assertThat(journey.isOver(page.meters())).isFalse();
        page.with("gateway_lines", 10).with("gateway_acknowledged", 9);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("1 lines on their way to Kafka");
    }

    /** Processing counts a metric before the lines that it makes of it. */
    @Test
    void storedLinesMayBeCountedAfterTheirMetric() {
        Journey journey = new Journey(Page.ofAll().meters(), 1);
        Page page = Page.ofAll().received(1, 10).with("processing_metrics", 10);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.isOver(page.meters())).isFalse();
        page.with("processing_storage_lines", 10).with("writer_lines_stored", 9);
        assertThat(journey.isOver(page.meters())).isFalse();
        assertThat(journey.awaited()).isEqualTo("1 lines on their way to the store");
        assertThat(journey.isOver(page.with("writer_lines_stored", 10).meters()))
                .isTrue();
    }
}
