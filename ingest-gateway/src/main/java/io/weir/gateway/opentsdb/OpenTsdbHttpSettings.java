package io.weir.gateway.opentsdb;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.Answer;
import io.weir.gateway.http.BodyIntake;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.util.Map;

/** An input for data points that are put over HTTP, as into OpenTSDB. */
public record OpenTsdbHttpSettings(String name, HttpInputSettings http, Templates templates) implements InputSettings {
    /** Next to the port of telnet. */
    private static final int PORT = 4243;

    public static OpenTsdbHttpSettings read(InputName name, YamlSection section) {
        return new OpenTsdbHttpSettings(
                name.text(), HttpKeys.read(name, section, PORT, "OpenTSDB over HTTP"), Templates.read(section));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes, this::api);
    }

    private HttpApi api(LineIntake lines) {
        PutBodies points = new PutBodies(lines, templates);
        BodyIntake put = (bytes, length, head, source, receivedNanos) -> {
            PutReport report = points.take(bytes, 0, length, source, receivedNanos);
            boolean hasSummary = head.hasParameter("summary");
            boolean hasDetails = head.hasParameter("details");
            int status = report.status(hasSummary, hasDetails);
            return status == 204 ? Answer.noContent() : Answer.json(status, report.json(hasSummary, hasDetails));
        };
        return new HttpApi(
                Map.of("/api/put", put),
                Map.of("/api/version", OpenTsdbVersion.json()),
                (status, message) -> Answer.json(status, PutReport.error(status, message, "")));
    }
}
