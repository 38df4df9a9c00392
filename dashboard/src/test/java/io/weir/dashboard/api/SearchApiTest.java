package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.Rejection;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.NamedRule;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.search.Search;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SearchApiTest {
    private final LiveHub hub = new LiveHub(10, List.of("hostname"));
    private final AlarmTable alarms = new AlarmTable();
    private final RefusedLines refused = new RefusedLines();
    private final SearchApi api =
            new SearchApi(new Search(hub, alarms, refused, () -> List.of(new NamedRule("alarms", "hot", 3))));

    @Test
    void answersWithGroupsOfEachKind() throws Exception {
        hub.take("temp,hostname=hot1 c=1 1000000".getBytes(UTF_8), 5);
        hub.take("hot,hostname=flp1 c=1 1000000".getBytes(UTF_8), 5);
        refused.take(new Rejection("gateway", "hot", "udp", -1), "hot,a=1 v".getBytes(UTF_8), 7);
        alarms.onState(AlarmJson.readEvent(
                ("{'id':'hot/flp1','transition':'hot/flp1#1','rule':'hot','ruleVersion':'v1','to':'ACKNOWLEDGED',"
                                + "'severity':'MAJOR','value':1.0,'threshold':0.0,'message':'m','guidance':'','tags':{},"
                                + "'eventTime':'1970-01-01T00:00:01Z','decisionTime':'1970-01-01T00:00:01Z'}")
                        .replace('\'', '"')
                        .getBytes(UTF_8)));

        assertThat(answer(Map.of("filter", "hot", "limit", "1")))
                .isEqualTo(("{'groups':["
                                + "{'kind':'ALARM','count':1,'rank':0,'found':[{'id':'hot/flp1','severity':'MAJOR',"
                                + "'to':'ACKNOWLEDGED','message':'m'}]},"
                                + "{'kind':'RULE','count':1,'rank':0,'found':[{'kind':'alarms','name':'hot','line':3}]},"
                                + "{'kind':'METRIC','count':2,'rank':0,'found':[{'measurement':'hot','field':'','series':1}]},"
                                + "{'kind':'REFUSED','count':1,'rank':0,'found':[{'millis':7,'stage':'gateway',"
                                + "'reason':'hot','source':'udp','text':'hot,a=1 v','at':-1,'tags':{'a':'1'}}]},"
                                + "{'kind':'HOST','count':1,'rank':1,'found':[{'tag':'hostname','host':'hot1','rate':0.0,"
                                + "'seenMillis':5,'series':1,'lines':1}]},"
                                + "{'kind':'SERIES','count':1,'rank':3,'found':['temp,hostname=hot1']}],'partial':false}")
                        .replace('\'', '"'));
    }

    @Test
    void wrongParametersAreRefused() {
        Map<String, Map<String, String>> wrong = new HashMap<>();
        wrong.put("limit must be a whole number from 1 to 50", Map.of("limit", "51"));
        wrong.put("filter: must have at most 200 characters", Map.of("filter", "x".repeat(201)));
        wrong.forEach((why, query) -> assertThatThrownBy(() -> answer(query))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(400))
                .hasMessageContaining(why));
    }

    private String answer(Map<String, String> query) throws Exception {
        Map<String, List<String>> parameters = new HashMap<>();
        query.forEach((name, value) -> parameters.put(name, List.of(value)));
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(api.endpoints().get("GET /api/search"));
        return new String(
                endpoint.answer(new ApiRequest("GET", "/", "127.0.0.1", parameters, Map.of(), ""))
                        .body(),
                UTF_8);
    }
}
