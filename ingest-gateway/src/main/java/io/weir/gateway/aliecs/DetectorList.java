package io.weir.gateway.aliecs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The detectors of an environment, which AliECS keeps as a JSON array in a variable. */
final class DetectorList {
    private static final JsonFactory JSON = new JsonFactory();

    private DetectorList() {}

    /** The names in the array, sorted; none if the text is something else. */
    static List<String> read(String text) {
        TreeSet<String> names = new TreeSet<>();
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                return List.of();
            }
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                names.add(json.getText());
            }
            if (json.currentToken() != JsonToken.END_ARRAY) {
                return List.of();
            }
        } catch (IOException e) {
            return List.of();
        }
        names.remove("");
        return List.copyOf(names);
    }

    /** A JSON array, as fields have it. */
    static String array(Collection<String> names) {
        return names.stream()
                .map(name ->
                        '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(name)) + '"')
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** One text, as tags have it. */
    static String joined(Collection<String> names) {
        return String.join("-", names);
    }
}
