package io.weir.gateway.stomp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.stomp.StompSubframeDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameReaderTest {
    private static final int MOST_BYTES = 20;
    private static final int ROUNDS = Integer.getInteger("weir.test.stomp.rounds", 500);

    private final Inbox inbox = new Inbox();
    private final EmbeddedChannel channel = channel(inbox);

    static EmbeddedChannel channel(Inbox inbox) {
        return new EmbeddedChannel(
                new StompSubframeDecoder(1 << 20, 64 << 10, 1_000, false), new FrameReader(inbox, MOST_BYTES));
    }

    /** LF as ~, CR as ^, NUL as @. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    MESSAGE~a:b~~hello@;                                    hello
                    MESSAGE^~a:b^~^~hello@;                                 hello
                    ~~MESSAGE~a:b~~hello@~~~MESSAGE~~two@;                  hello|two
                    MESSAGE~content-length:5~~he@lo@;                       he@lo
                    MESSAGE~content-length:0~~@;                            ''
                    MESSAGE~~@;                                             ''
                    MESSAGE~~12345678901234567890123456789@MESSAGE~~two@;   12345678901234567890|two
                    MESSAGE~content-length:29~~12345678901234567890123456@89@MESSAGE~~2@; 12345678901234567890|2
                    RECEIPT~receipt-id:1~~@;                                receipt 1
                    MESSAGE~~one@ERROR~message:no\\cqueue~~more;            one
                    MESSAGE~~one@ERROR~message:no\\cqueue~~more@;           the broker reports an error: no:queue: more
                    ERROR~~@;                                               'the broker reports an error: : '
                    SEND~~hello@;                                           the broker sent the command SEND of a client
                    message~~hello@;                                        broken frame
                    GET / HTTP/1.1~~@;                                      broken frame
                    MESSAGE~content-length:-1~~hello@;                      broken frame
                    MESSAGE~content-length:9999999999~~hello@;              broken frame
                    MESSAGE~content-length:2~~hello@;                       broken frame
                    MESSAGE~content-length:x~~hello@;                       broken frame
                    MESSAGE~no colon~~hello@;                               hello
                    MESSAGE~a:b\\x~~hello@;                                 broken frame
                    """)
    void readsFramesAndEndsAtBrokenOnes(String sent, String expected) throws Exception {
        byte[] bytes =
                sent.replace('~', '\n').replace('^', '\r').replace('@', '\0').getBytes(UTF_8);
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        assertThat(outcome(inbox)).startsWith(expected);

        Inbox other = new Inbox();
        EmbeddedChannel slow = channel(other);
        for (int i = 0; i < bytes.length && slow.isOpen(); i++) {
            slow.writeInbound(Unpooled.wrappedBuffer(new byte[] {bytes[i]}));
        }
        assertThat(outcome(other)).as("byte by byte").startsWith(expected);
    }

    private static String outcome(Inbox inbox) throws InterruptedException {
        try {
            List<String> bodies = new ArrayList<>();
            for (StompFrame next = inbox.poll(0); next != null; next = inbox.poll(0)) {
                bodies.add(new String(next.body(), UTF_8).replace('\0', '@'));
            }
            if (bodies.isEmpty()) {
                inbox.await("1", 0);
                return "receipt 1";
            }
            return String.join("|", bodies);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void stopsReadingWhileManyBytesWait() throws Exception {
        byte[] message = "MESSAGE\n\nhello\0".getBytes(UTF_8);
        int count = 0;
        while (channel.config().isAutoRead()) {
            channel.writeInbound(Unpooled.wrappedBuffer(message));
            count++;
            assertThat(count).isLessThan(100_000);
        }
        assertThat(inbox.isFull()).isTrue();
        assertThat(inbox.poll(0)).isNotNull();
        assertThat(inbox.isFull()).isFalse();
        for (int i = 1; i < count; i++) {
            assertThat(inbox.poll(0)).isNotNull();
        }
        assertThat(inbox.poll(0)).isNull();
    }

    @Test
    void headersCountAsBytesThatWait() throws Exception {
        byte[] message = ("MESSAGE\na:" + "b".repeat(1_000_000) + "\n\n\0").getBytes(UTF_8);
        for (int i = 0; i < 8; i++) {
            assertThat(inbox.isFull()).isFalse();
            channel.writeInbound(Unpooled.wrappedBuffer(message));
        }
        channel.writeInbound(Unpooled.wrappedBuffer(message));
        assertThat(inbox.isFull()).isTrue();
        assertThat(inbox.poll(0)).isNotNull();
        assertThat(inbox.isFull()).isFalse();
    }

    /** Any bytes, cut anywhere, become messages or end the connection; no buffer leaks. */
    @Test
    void anyBytesBecomeMessagesOrEndTheConnection() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("FrameReaderTest: repeat with -Dweir.test.seed=" + seed);
        Random random = new Random(seed);
        String valid = "\nMESSAGE\nack:1\ncontent-length:5\n\nhello\0\nMESSAGE\nmessage-id:a\\cb\n\nb\0RECEIPT\n\n\0";
        int ended = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = valid.repeat(3).getBytes(UTF_8);
            for (int change = random.nextInt(4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = "\0\n\r\\:9Me\u007f".getBytes(UTF_8)[random.nextInt(9)];
            }
            Inbox into = new Inbox();
            EmbeddedChannel cut = channel(into);
            for (int from = 0; from < bytes.length && cut.isOpen(); ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
                cut.writeInbound(Unpooled.copiedBuffer(bytes, from, to - from));
                from = to;
            }
            ended += into.isEnded() ? 1 : 0;
            assertThat(cut.isOpen())
                    .as("-Dweir.test.seed=%d, round %d", seed, round)
                    .isEqualTo(!into.isEnded());
            cut.finishAndReleaseAll();
            assertThat(into.isEnded()).isTrue();
        }
        assertThat(ended).as("-Dweir.test.seed=%d", seed).isBetween(ROUNDS / 20, ROUNDS - 1);
    }
}
