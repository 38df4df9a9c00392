package io.weir.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0, 11.0.0.0",
        "10.0.0.0/8, 10.255.255.255, 9.255.255.255",
        "10.0.0.0/8, ::ffff:10.1.2.3, ::10.1.2.3",
        "192.0.2.7, 192.0.2.7, 192.0.2.6",
        "192.0.2.6/31, 192.0.2.7, 192.0.2.8",
        "128.0.0.0/1, 255.255.255.255, 127.255.255.255",
        "0.0.0.0/0, 203.0.113.9, 2001:db8::1",
        "2001:db8::/32, 2001:db8:ffff::1, 2001:db9::",
        "2001:db8:0:1::/64, 2001:db8:0:1:8000::, 2001:db8:0:2::",
        "2001:db8::4/127, 2001:db8::5, 2001:db8::6",
        "::ffff:10.0.0.0/104, 10.9.9.9, 11.0.0.0",
        "fe80::/10, fe80::1%0, fec0::1",
    })
    void holdsItsAddressesAndNoOthers(String range, String inside, String outside) throws Exception {
        AllowList list = new AllowList(List.of(AddressRange.parse(range)));
        assertThat(list.isAllowed(address(inside))).as(inside).isTrue();
        assertThat(list.isAllowed(address(outside))).as(outside).isFalse();
    }

    @Test
    void everythingHoldsBothFamilies() throws Exception {
        AllowList list = new AllowList(
                Stream.of("0.0.0.0/0", "::/0").map(AddressRange::parse).toList());
        assertThat(list.isAllowed(address("203.0.113.9"))).isTrue();
        assertThat(list.isAllowed(address("2001:db8::1"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0/8", "farm.example", "dead.beef", "10.0.0.0.0", "300.0.0.1", "1::2::3", "*"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining('"' + text + '"')
                .hasMessageContaining("10.0.0.0/8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "10.0.0.0/8/8", "10.0.0.0/99999999999"})
    void refusesWhatIsNoPrefixLength(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("a number from 0 to");
    }

    @Test
    void suggestsTheRangeWithoutBitsAfterThePrefix() {
        assertThatThrownBy(() -> AddressRange.parse("10.1.2.3/8")).hasMessageContaining("write 10.0.0.0/8");
        assertThatThrownBy(() -> AddressRange.parse("2001:db8::1/32")).hasMessageContaining("2001:db8:0:0:0:0:0:0/32");
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }
}
