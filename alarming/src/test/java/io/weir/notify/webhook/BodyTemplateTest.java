package io.weir.notify.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.config.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyTemplateTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void rendersTheExpectedJson() throws IOException {
        BodyTemplate template = BodyTemplate.of(resource("webhook.mustache"), BodyFormat.JSON);
        List<String> events = resource("state.jsonl").lines().toList();
        JsonNode wanted = JSON.readTree(resource("webhook.json"));
        assertThat(wanted).hasSameSizeAs(events);
        for (int i = 0; i < events.size(); i++) {
            AlarmEvent event = AlarmJson.readEvent(events.get(i).getBytes(UTF_8));

            JsonNode made = JSON.readTree(template.render(event));

            assertThat(((ObjectNode) made).remove("event")).isEqualTo(JSON.readTree(AlarmJson.write(event)));
            assertThat(made).isEqualTo(wanted.get(i));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            application/json                  | {"text": "{{message}}"}  | {"text": "CPU of \\"flp1\\" at 97.3 %\\n"}
            application/x-www-form-urlencoded | text={{message}}&to={{to}} | text=CPU+of+%22flp1%22+at+97.3+%25%0A&to=SHELVED
            text/plain                        | {{tags.hostname}}: {{value}}{{tags.none}} | flp1: 97.3
            application/json                  | "{{#tags}}{{detector}}{{/tags}}{{^tags.none}}!{{/tags.none}}" | "TPC!"
            """)
    void escapesForTheFormat(String type, String template, String body) {
        assertThat(new String(BodyTemplate.of(template, BodyFormat.of(type)).render(EventFields.FULL), UTF_8))
                .isEqualTo(body);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"text": "{{mesage}}"}      | names "mesage", which no transition has
            {"text": "{{hostname}}"}    | A tag is tags.hostname.
            {"text": "{{#usr}}{{/usr}}"} | names "usr"
            {"text": "{{message"}       | has a {{ without its }}
            {"text": "{{#user}}"}       | is no template
            {"text": {{message}}}       | which is not JSON
            {"value": {{value}}}        | which is not JSON: Unexpected character ('}' (code 125)): expected a valid value
            {"text": "{{{message}}}"}   | which is not JSON: Unexpected character ('f' (code 102))
            {"text": "{{>other}}"}      | includes "other"; write the whole template here
            {} {}                       | which is not JSON
            {{tags}}                    | names "tags" as a whole; name one tag, such as tags.hostname
            """)
    void refusesInvalidTemplates(String template, String says) {
        assertThatThrownBy(() -> BodyTemplate.of(template, BodyFormat.JSON))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(says);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(BodyTemplateTest.class.getResourceAsStream("/notify/" + name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
