package io.weir.gateway.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ParseReportTest {
    @Test
    void recognisesEveryFieldType() throws IOException {
        assertThat(report("""
                        cpu\\ load,role=flp,host=a\\,b f=-1.5e3,i=42i,u=18446744073709551615u,b=T,s="a,b \\"c\\" d" 1790000000000000000
                        """)).isEqualTo("""
                        {"measurement":"cpu load","tags":{"host":"a,b","role":"flp"},"fields":{\
                        "f":{"type":"float","value":-1500.0},"i":{"type":"integer","value":42},\
                        "u":{"type":"unsigned","value":18446744073709551615},"b":{"type":"boolean","value":true},\
                        "s":{"type":"string","value":"a,b \\"c\\" d"}},"timestamp":1790000000000000000}
                        """);
    }

    @Test
    void reportsPlaceAndReasonOfARejectedLine() throws IOException {
        assertThat(report("# comment\n\ncpu value=1\ncpu,host= value=1\n cpu value=1x\nmem value=2 7"))
                .isEqualTo("""
                        {"measurement":"cpu","tags":{},"fields":{"value":{"type":"float","value":1.0}},"timestamp":null}
                        {"line":4,"column":10,"reason":"missing-tag-value","meaning":"a tag needs '=' and a value; leave out a tag that has none"}
                        {"line":5,"column":13,"reason":"invalid-number","meaning":"a number is written like -1.5, 2e3, 42i or 42u"}
                        {"measurement":"mem","tags":{},"fields":{"value":{"type":"float","value":2.0}},"timestamp":7}
                        """);
    }

    @Test
    void showsMarkers() throws IOException {
        assertThat(report("g value=5,weir:change=true\ng value=20,weir:change=false\ng weir:end=true"))
                .isEqualTo("""
                        {"measurement":"g","tags":{},"fields":{"value":{"type":"float","value":5.0}},"change":true,"timestamp":null}
                        {"measurement":"g","tags":{},"fields":{"value":{"type":"float","value":20.0}},"change":false,"timestamp":null}
                        {"measurement":"g","tags":{},"fields":{"weir:end":{"type":"boolean","value":true}},"timestamp":null}
                        """);
    }

    @Test
    void countsTheRefused() throws IOException {
        assertThat(ParseReport.write("x\ny\ncpu value=1".getBytes(UTF_8), new ByteArrayOutputStream()))
                .isEqualTo(2);
    }

    @Test
    void isEmptyWithoutLines() throws IOException {
        assertThat(report("")).isEmpty();
    }

    private static String report(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParseReport.write(text.getBytes(UTF_8), out);
        return out.toString(UTF_8);
    }
}
