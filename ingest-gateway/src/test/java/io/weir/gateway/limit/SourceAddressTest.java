package io.weir.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SourceAddressTest {
    /**
     * The allow-list depends on it: {@link SourceAddress} reads an IPv4 address from its hash,
     * whose value the Javadoc does not guarantee.
     */
    @Test
    void readsEveryIpv4AddressAsItsBytes() throws UnknownHostException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("SourceAddressTest seed=" + seed);
        Random random = new Random(seed);
        byte[] bytes = new byte[4];
        SourceAddress address = new SourceAddress();
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(bytes);
            address.set(InetAddress.getByAddress(bytes));
            assertThat(address.high()).isZero();
            assertThat(address.low())
                    .isEqualTo(0xFFFF_0000_0000L
                            | Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt()));
        }
    }
}
