package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.view.ViewShelf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewDraftApiTest {
    private final ViewShelf shelf;

    ViewDraftApiTest(@TempDir Path views) throws IOException {
        Files.writeString(views.resolve("a.yaml"), "title: A\npanels:\n  - {title: Load, metrics: cpu load}\n");
        shelf = new ViewShelf(Optional.of(views));
    }

    @Test
    void answersTheFileOrAllItsMistakes() throws Exception {
        String panel = "{'was':0,'title':'%s','kind':'plot','metrics':['cpu load'],'rate':false,'wide':false}";
        assertThat(asked("a", version(), panel.formatted("Load")))
                .isEqualTo("{'yaml':'title: B\\npanels:\\n  - {title: Load, metrics: cpu load}\\n',"
                        + "'diff':'--- a/a.yaml\\n+++ b/a.yaml\\n@@ -1,3 +1,3 @@\\n-title: A\\n+title: B\\n panels:\\n"
                        + "   - {title: Load, metrics: cpu load}\\n','rewritten':false,'mistakes':[]}");
        assertThat(asked("a", version(), panel.formatted("") + ",{'title':'x'}"))
                .contains(
                        "'yaml':'','diff':''",
                        "a.yaml: panels[0].title: must not be empty",
                        "a.yaml: panels[1].metrics: is missing");
    }

    @Test
    void makesANewFileOnlyWhereThereIsNone() throws Exception {
        String view = ",'view':{'title':'B','panels':[{'title':'Load','metrics':['cpu load']}]}";
        assertThat(answer("{'name':'b'" + view + "}"))
                .isEqualTo("{'yaml':'title: B\\npanels:\\n  - {title: Load, metrics: cpu load}\\n',"
                        + "'diff':'--- /dev/null\\n+++ b/b.yaml\\n@@ -0,0 +1,3 @@\\n+title: B\\n+panels:\\n"
                        + "+  - {title: Load, metrics: cpu load}\\n','rewritten':true,'mistakes':[]}");
        assertThat(answer("{'name':'b','view':{'colour':'red'}}"))
                .contains("b.yaml: title: is missing", "b.yaml: colour: is not a known key");
        assertThatThrownBy(() -> answer("{'name':'a'" + view + "}")).hasMessageContaining("a.yaml exists again");
        for (String wrong : new String[] {"{'name':'../b'" + view + "}", "{'view':{}}", "{'name':'b','view':[]}"}) {
            assertThatThrownBy(() -> answer(wrong))
                    .as(wrong)
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.status()).isEqualTo(400));
        }
    }

    @Test
    void refusesDraftsOfOtherFiles() {
        assertThatThrownBy(() -> asked("b", version(), "")).hasMessage("no view has the name b");
        assertThatThrownBy(() -> asked("a", "another", "")).hasMessageContaining("a.yaml has changed since");
        for (String panel :
                new String[] {"{'was':1}", "{'was':-1}", "{'was':'0'}", "{'was':0.5}", "{'was':0},{'was':0}", "3"}) {
            assertThatThrownBy(() -> asked("a", version(), panel))
                    .as(panel)
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.status()).isEqualTo(400));
        }
    }

    private String version() {
        return shelf.views(0).all().get(0).version();
    }

    private String asked(String name, String version, String panels) throws Exception {
        return answer("{'name':'" + name + "','version':'" + version + "','title':'B','panels':[" + panels + "]}");
    }

    private String answer(String body) throws Exception {
        Endpoint.Once endpoint = (Endpoint.Once) Objects.requireNonNull(
                new ViewDraftApi(shelf, Clock.systemUTC()).endpoints().get("POST /api/views/draft"));
        ApiRequest request =
                new ApiRequest("POST", "/api/views/draft", "127.0.0.1", Map.of(), Map.of(), body.replace('\'', '"'));
        return new String(endpoint.answer(request).body(), UTF_8).replace('"', '\'');
    }
}
