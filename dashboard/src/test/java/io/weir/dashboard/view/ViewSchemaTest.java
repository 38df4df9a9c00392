package io.weir.dashboard.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.weir.contract.config.FileSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewSchemaTest {
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(FileSchema.text("View", ViewFiles.declarations()));

    @Test
    void acceptsExistingViews() throws IOException {
        assertThat(complaints(Files.readString(Path.of("..", "docs", "examples", "views", "farm.yaml"))))
                .isEmpty();
        for (String name : new String[] {"host", "weir"}) {
            Path standard = Path.of("src", "main", "resources", "io", "weir", "dashboard", "view", name + ".yaml");
            assertThat(complaints(Files.readString(standard))).as(name).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{title: A, panels: {title: B}}",
                "{title: A, panels: [{title: B}]}",
                "{title: A, panels: [{title: B, metrics: cpu, kind: guage}]}",
                "{title: A, panels: [{title: B, metrics: cpu, colour: red}]}",
                "{title: A, panels: [{title: B, metrics: cpu, major: {over: 1}}]}",
                "{title: A, span: 5 minutes, panels: [{title: B, metrics: cpu}]}"
            })
    void rejectsInvalidViews(String view) {
        assertThat(complaints(view)).isNotEmpty();
    }

    private static Set<ValidationMessage> complaints(String view) {
        return SCHEMA.validate(view, InputFormat.YAML);
    }
}
