package io.weir.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowListTest {
    private final AllowList farm =
            new AllowList(List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("2001:db8::/32")));

    @Test
    void emptyIsEverybody() throws Exception {
        assertThat(AllowList.EVERYBODY.isAllowed(InetAddress.getByName("203.0.113.1")))
                .isTrue();
    }

    @Test
    void oneOfItsRangesIsEnough() throws Exception {
        assertThat(farm.isAllowed(InetAddress.getByName("10.1.1.1"))).isTrue();
        assertThat(farm.isAllowed(InetAddress.getByName("2001:db8::7"))).isTrue();
        assertThat(farm.isAllowed(InetAddress.getByName("192.168.0.1"))).isFalse();
    }

    @Test
    void whoIsOnThisHostWithoutAnAddressMaySend() {
        SocketAddress unixSocket = new SocketAddress() {
            private static final long serialVersionUID = 1L;
        };
        SourceAddress sender = new SourceAddress();
        sender.set(unixSocket);
        assertThat(farm.isAllowed(sender)).isTrue();
        sender.set(new InetSocketAddress("192.168.0.1", 1));
        assertThat(farm.isAllowed(sender)).isFalse();
    }
}
