package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.AttributeKey;
import io.weir.gateway.mqtt.Arrivals.Arrival;
import io.weir.gateway.mqtt.MqttSettings.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of a broker, also of one that mosquitto is not. */
class BrokerHandlerTest {
    private static final int RECEIVE_MAXIMUM = 4;
    private static final int MOST_BYTES = 10;
    private static final String ACCEPTED = "20 03 00 00 00";
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final Arrivals arrivals = new Arrivals(RECEIVE_MAXIMUM);
    private final BrokerHandler handler = new BrokerHandler(settings(), arrivals);
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new PublicationGuard(true, MOST_BYTES), new MqttDecoder(1 << 20), handler);

    BrokerHandlerTest() {
        // As the encoder of the connection does for a CONNECT.
        channel.attr(AttributeKey.<MqttVersion>valueOf("NETTY_CODEC_MQTT_VERSION"))
                .set(MqttVersion.MQTT_5);
        channel.freezeTime();
    }

    private static MqttSettings settings() {
        return new MqttSettings(
                new MqttSettings.Connecting(
                        List.of(InetSocketAddress.createUnresolved("a", 1)),
                        Version.V5,
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        Duration.ofDays(1),
                        RECEIVE_MAXIMUM),
                new MqttSettings.Topics(List.of(TopicTemplate.of("a")), Optional.empty(), true, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "20 03 00 87 00             | the broker refuses the connection: CONNECTION_REFUSED_NOT_AUTHORIZED_5",
                "e0 01 8e                   | the broker ended the connection: SESSION_TAKEN_OVER",
                "e0 00                      | the broker ended the connection: NORMAL_DISCONNECT",
                "34 06 00 01 61 00 01 00    | the broker sent a message of qos 2",
                "c0 00                      | the broker sent a PINGREQ",
                "36 06 00 01 61 00 01 00    | Illegal QOS Level",
                "f0 00                      | ",
            })
    void aConnectionEndsWithItsReason(String bytes, String reason) {
        read(bytes);
        assertThatThrownBy(() -> arrivals.poll(0))
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(Objects.requireNonNullElse(reason, "")));
        assertThat(handler.connected()).isCompletedExceptionally();
        assertThat(handler.subscribed()).isCompletedExceptionally();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void answersComplete() {
        read(ACCEPTED + " 90 05 00 01 00 01 87");
        assertThat(handler.connected()).isCompleted();
        assertThat(handler.subscribed()).isCompletedWithValue(List.of(1, 0x87));
    }

    /** Otherwise the broker would deliver them again and again. */
    @ParameterizedTest
    @CsvSource({
        "a,      10,      0, a",
        "a,      11,      0, a",
        "a,  300000,      3, a",
        "a/#+/b,  2,      0, a/??/b",
        "a/#,    11,      7, a/?",
        "a,       2,  65530, a",
        "a,       2,  65531, a",
        "a/+,    99, 300000, a/?",
    })
    void publicationsThatNoDecoderAcceptsCanBeAcknowledged(
            String topic, int bodyBytes, int propertyBytes, String readTopic) throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.write(HEX.parseHex(ACCEPTED));
        sent.write(publication(topic, bodyBytes, propertyBytes));
        sent.write(HEX.parseHex(publish(2)));
        byte[] bytes = sent.toByteArray();
        int part = bytes.length > 1_000 ? 1_000 : 1;
        for (int from = 0; from < bytes.length; from += part) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, Math.min(part, bytes.length - from)));
        }
        Arrival first = Objects.requireNonNull(arrivals.poll(0));
        assertThat(first.packetId()).isEqualTo(1);
        assertThat(first.message().topic()).isEqualTo(readTopic.replace('?', PublicationGuard.REPLACED));
        assertThat(first.message().body())
                .hasSize(Math.min(MOST_BYTES, bodyBytes))
                .containsOnly('x');
        Arrival second = Objects.requireNonNull(arrivals.poll(0));
        assertThat(second.packetId()).isEqualTo(2);
        assertThat(second.message().time()).isEqualTo(7);
    }

    /** Only the properties of version 5 showed that a topic is cut. */
    @Test
    void aTopicOfVersion3MayBeCutAnywhere() {
        EmbeddedChannel old = new EmbeddedChannel(new PublicationGuard(false, MOST_BYTES));
        ByteArrayOutputStream passed = new ByteArrayOutputStream();
        byte[] bytes = HEX.parseHex("32 09 00 03 61 2f 62 00 01 78 79 30 06 00 03 61 2f 62 7a");
        for (byte each : bytes) {
            old.writeInbound(Unpooled.wrappedBuffer(new byte[] {each}));
            old.checkException();
            for (ByteBuf part = old.readInbound(); part != null; part = old.readInbound()) {
                passed.writeBytes(ByteBufUtil.getBytes(part));
                part.release();
            }
        }
        assertThat(passed.toByteArray()).isEqualTo(bytes);
    }

    /** A message of qos 1 with one property. */
    private static byte[] publication(String topic, int bodyBytes, int propertyBytes) {
        ByteBuf properties = Unpooled.buffer();
        if (propertyBytes > 0) {
            int value = Math.max(0, propertyBytes - 6);
            // The key is short, the text has at most 64 KiB.
            for (int rest = value; rest >= 0; rest -= 60_000) {
                properties.writeByte(0x26).writeShort(1).writeByte('k').writeShort(Math.min(rest, 60_000));
                properties.writeBytes("v".repeat(Math.min(rest, 60_000)).getBytes(US_ASCII));
            }
        }
        ByteBuf rest = Unpooled.buffer().writeShort(topic.length());
        rest.writeBytes(topic.getBytes(US_ASCII)).writeShort(1);
        writeLength(properties.readableBytes(), rest);
        rest.writeBytes(properties).writeBytes("x".repeat(bodyBytes).getBytes(US_ASCII));
        ByteBuf all = Unpooled.buffer().writeByte(0x32);
        writeLength(rest.readableBytes(), all);
        return ByteBufUtil.getBytes(all.writeBytes(rest));
    }

    private static void writeLength(int length, ByteBuf into) {
        int rest = length;
        for (; rest > 127; rest /= 128) {
            into.writeByte(rest % 128 + 128);
        }
        into.writeByte(rest);
    }

    /** mosquitto 2.0.11 sends more than the receive maximum; the rest stays in the socket. */
    @Test
    void pausesWhileTooManyMessagesWait() throws Exception {
        read(ACCEPTED);
        for (int i = 1; i <= RECEIVE_MAXIMUM + 2; i++) {
            assertThat(channel.config().isAutoRead()).isEqualTo(i <= RECEIVE_MAXIMUM);
            read(publish(i));
        }
        for (int i = 1; i <= RECEIVE_MAXIMUM + 2; i++) {
            Arrival next = Objects.requireNonNull(arrivals.poll(0));
            assertThat(next.packetId()).isEqualTo(i);
            assertThat(next.message().number()).isEqualTo(i);
            assertThat(channel.config().isAutoRead()).isEqualTo(i >= RECEIVE_MAXIMUM);
        }
        assertThat(arrivals.poll(0)).isNull();
    }

    @Test
    void pausesWhileLargeMessagesWait() throws Exception {
        read(ACCEPTED);
        byte[] large = new byte[40 << 20];
        arrivals.add("a", large, 0, 1);
        channel.pipeline().fireChannelReadComplete();
        assertThat(channel.config().isAutoRead()).isTrue();
        // Topics count, too: a message without a body has one of up to 64 KiB.
        arrivals.add("a".repeat(14 << 20), new byte[0], 0, 2);
        channel.pipeline().fireChannelReadComplete();
        assertThat(channel.config().isAutoRead()).isFalse();
        arrivals.poll(0);
        arrivals.poll(0);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aSilentBrokerIsAskedAndThenLeft() {
        read(ACCEPTED);
        pass(16);
        assertThat((MqttMessage) channel.readOutbound()).isSameAs(MqttMessage.PINGREQ);
        read("d0 00");
        pass(29);
        assertThat(channel.isOpen()).isTrue();
        pass(2);
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> arrivals.poll(0)).hasMessage("the broker shows no sign of life");
    }

    @Test
    void theBrokersKeepAliveCounts() {
        read("20 06 00 00 03 13 00 0a");
        pass(6);
        assertThat((MqttMessage) channel.readOutbound()).isSameAs(MqttMessage.PINGREQ);
        pass(5);
        assertThat(channel.isOpen()).isFalse();
    }

    /** It is Weir that does not read. */
    @Test
    void aPausedConnectionIsNotLeft() throws Exception {
        read(ACCEPTED);
        for (int i = 1; i <= RECEIVE_MAXIMUM; i++) {
            read(publish(i));
        }
        pass(100);
        assertThat(channel.isOpen()).isTrue();
        for (int i = 1; i <= RECEIVE_MAXIMUM; i++) {
            arrivals.poll(0);
        }
        pass(31);
        assertThat(channel.isOpen()).isTrue();
        pass(31);
        assertThat(channel.isOpen()).isFalse();
    }

    /** Every input becomes messages, or ends the connection; nothing is thrown. */
    @Test
    void survivesDamagedBytes() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int ended = 0;
        int rounds = 500;
        for (int round = 0; round < rounds; round++) {
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            sent.write(HEX.parseHex(ACCEPTED));
            for (int i = 1; i <= 3; i++) {
                sent.write(HEX.parseHex(publish(i)));
            }
            byte[] bytes = sent.toByteArray();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            BrokerHandlerTest one = new BrokerHandlerTest();
            one.channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            one.channel.checkException();
            ended += one.channel.isOpen() ? 0 : 1;
            one.channel.finishAndReleaseAll();
        }
        assertThat(ended).as("-Dweir.test.seed=%d", seed).isBetween(rounds / 10, rounds - rounds / 10);
    }

    private void read(String hex) {
        channel.writeInbound(Unpooled.wrappedBuffer(HEX.parseHex(hex)));
    }

    /** A message of qos 1 to the topic a, with the property timestamp. */
    private static String publish(int packetId) {
        String property = "26 00 09 " + HEX.formatHex("timestamp".getBytes(US_ASCII)) + " 00 01 37";
        return "32 17 00 01 61 00 0" + packetId + " 0f " + property + " 78 79";
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runPendingTasks();
    }
}
