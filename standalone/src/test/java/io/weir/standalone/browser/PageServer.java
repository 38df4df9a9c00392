package io.weir.standalone.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.service.BoundHost;
import io.weir.contract.topic.Rejection;
import io.weir.dashboard.api.AlarmApi;
import io.weir.dashboard.api.AlarmHistoryApi;
import io.weir.dashboard.api.AlarmSeriesApi;
import io.weir.dashboard.api.CommandApi;
import io.weir.dashboard.api.HistoryApi;
import io.weir.dashboard.api.IndicatorsApi;
import io.weir.dashboard.api.JournalApi;
import io.weir.dashboard.api.LiveApi;
import io.weir.dashboard.api.SearchApi;
import io.weir.dashboard.api.SessionApi;
import io.weir.dashboard.api.SourcesApi;
import io.weir.dashboard.api.ViewDraftApi;
import io.weir.dashboard.api.ViewsApi;
import io.weir.dashboard.history.History;
import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.live.AlarmHistory.Transitions;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.NamedRule;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.search.Search;
import io.weir.dashboard.view.ViewShelf;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The dashboard's page and endpoints with alarms and values that a test provides. It needs neither
 * Kafka nor other services, so it starts within a second.
 */
final class PageServer implements AutoCloseable {
    private static final int LINES = 200;

    /** The observations per second up to each bound of the stored histogram. */
    private static final Map<String, Long> BUCKETS = Map.of("0.1", 1L, "0.5", 3L, "+Inf", 4L);

    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], minor: {above: 80}, major: {above: 90}}
            """;

    private final LocatedRules rules = RuleText.parse("rules.yaml", RULES.getBytes(UTF_8), TableSource.NONE)
            .located();
    private final AlarmTable alarms = new AlarmTable();
    private final LiveHub hub = new LiveHub(1_000, List.of("hostname", "host"));
    private final RefusedLines refused = new RefusedLines();
    private final long beganMillis = System.currentTimeMillis();
    private final Map<String, List<AlarmEvent>> histories = new HashMap<>();
    private long positions;
    private final Journal journal;
    private final WebServer web;

    PageServer() {
        this(1_000);
    }

    /** @param mostOfJournal limit of transitions that the journal keeps */
    PageServer(int mostOfJournal) {
        this(mostOfJournal, Embedders.NONE, Optional.empty());
    }

    /** May be shown in frames of these pages. */
    PageServer(Embedders embedders) {
        this(1_000, embedders, Optional.empty());
    }

    /** Has the views of this directory. */
    PageServer(Path views) {
        this(1_000, Embedders.NONE, Optional.of(views));
    }

    private PageServer(int mostOfJournal, Embedders embedders, Optional<Path> views) {
        journal = new Journal(mostOfJournal);
        Clock clock = Clock.systemUTC();
        LocalAccess access =
                new LocalAccess(Optional.empty(), Optional.empty(), BoundHost.of("127.0.0.1"), false, "otto");
        Map<String, Endpoint> endpoints = new HashMap<>();
        endpoints.putAll(new AlarmApi(alarms, clock).endpoints());
        endpoints.putAll(new SessionApi(access, clock).endpoints());
        endpoints.putAll(new CommandApi(this::execute, access, clock).endpoints());
        endpoints.putAll(new AlarmHistoryApi(this::history).endpoints());
        endpoints.putAll(new JournalApi(journal).endpoints());
        endpoints.putAll(new AlarmSeriesApi(alarms, () -> Optional.of(rules)).endpoints());
        endpoints.putAll(new IndicatorsApi(journal, alarms, () -> Optional.of(rules), clock).endpoints());
        endpoints.putAll(new HistoryApi(Optional.of(this::stored), hub, LINES, clock).endpoints());
        endpoints.putAll(new LiveApi(hub, LINES).endpoints());
        endpoints.putAll(new SourcesApi(hub, refused, alarms, List.of("hostname", "host")).endpoints());
        Search search = new Search(hub, alarms, refused, () -> List.of(new NamedRule("alarms", "hot", 3)));
        endpoints.putAll(new SearchApi(search).endpoints());
        views.map(directory -> new ViewShelf(Optional.of(directory)))
                .ifPresentOrElse(
                        shelf -> {
                            endpoints.putAll(new ViewsApi(shelf, clock).endpoints());
                            endpoints.putAll(new ViewDraftApi(shelf, clock).endpoints());
                        },
                        () -> endpoints.put("GET /api/views", (Endpoint.Once)
                                request -> Answer.of(Map.of("views", List.of(), "mistakes", List.of()))));
        web = new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), embedders),
                LINES,
                access,
                clock,
                endpoints,
                "io/weir/dashboard/page/");
        web.start();
        alarms.onCaughtUp();
        journal.complete();
    }

    String url(String view) {
        return "http://127.0.0.1:" + web.port() + "/" + view;
    }

    /** Sends a line with the current time to the live view. */
    void live(String line) {
        lived(line, Instant.now());
    }

    /** The same with an earlier time. */
    void lived(String line, Instant at) {
        long millis = at.toEpochMilli();
        hub.take((line + " " + millis + "000000").getBytes(UTF_8), millis);
    }

    /** Refuses a line of the gateway. */
    void refuse(String line, String reason) {
        refused.take(
                new Rejection("gateway", reason, "udp 10.0.0.1", -1), line.getBytes(UTF_8), System.currentTimeMillis());
    }

    /** Raises an alarm of the rule that its id begins with. */
    void raise(String id, String severity, Instant at) {
        put(raised(id, severity, at));
    }

    /** The same with other members of its JSON instead of the value 98.5. */
    void raise(String id, String severity, Instant at, String members) {
        String json = new String(AlarmJson.write(raised(id, severity, at)), UTF_8);
        put(AlarmJson.readEvent(json.replace("\"value\":98.5", members).getBytes(UTF_8)));
    }

    private AlarmEvent raised(String id, String severity, Instant at) {
        Optional<AlarmEvent> before = state(id);
        String from = before.map(event -> event.to().name()).orElse("NORMAL");
        return event(id, before.map(PageServer::number).orElse(0L) + 1, "UNACKNOWLEDGED", severity, at, "", from);
    }

    /** Clears an alarm, which leaves the list of raised ones. */
    void clear(String id) {
        clear(id, Instant.now());
    }

    /** The same at an earlier time. */
    void clear(String id, Instant at) {
        AlarmEvent before = state(id).orElseThrow();
        String from = before.to().name();
        put(event(id, number(before) + 1, "NORMAL", "OK", at, "", from));
    }

    /** Comments an alarm as an operator did it. */
    void comment(String id, String user, String text, Instant at) {
        put(commented(state(id).orElseThrow(), "c", user, text, at));
    }

    /** Acknowledges an alarm as an operator did it. */
    void acknowledge(String id, String user, Instant at) {
        AlarmEvent before = state(id).orElseThrow();
        String more = ",'user':'" + user + "','command':'c','raisedAt':'" + before.raise() + "'";
        put(event(
                id,
                number(before) + 1,
                "ACKNOWLEDGED",
                "MAJOR",
                at,
                more,
                before.to().name()));
    }

    /** Marks a raised alarm as chattering, with values between two limits. */
    void chatter(String id, int raised, double low, double high) {
        AlarmEvent before = state(id).orElseThrow();
        String more = ",'chattering':true,'flips':" + raised + ",'swing':{'low':" + low + ",'high':" + high + "}";
        put(event(id, number(before) + 1, "UNACKNOWLEDGED", "MAJOR", Instant.now(), more, "UNACKNOWLEDGED"));
    }

    /** Shelves a raised alarm as an operator did it. */
    void shelve(String id, String user, String reason, Instant at) {
        AlarmEvent before = state(id).orElseThrow();
        String more = ",'user':'" + user + "','reason':'" + reason + "','command':'c','expiry':'"
                + Instant.now().plus(Duration.ofDays(1)) + "'";
        put(event(
                id,
                number(before) + 1,
                "SHELVED",
                "MAJOR",
                at,
                more,
                before.to().name()));
    }

    /** The state of an alarm. */
    String stateOf(String id) {
        return state(id).map(event -> event.to().name()).orElse("");
    }

    /** How long an alarm is shelved from its last command on; 0 if it is not. */
    long shelvedSeconds(String id) {
        return state(id)
                .filter(event -> event.expiry() != null)
                .map(event ->
                        Duration.between(event.eventTime(), event.expiry()).toSeconds())
                .orElse(0L);
    }

    private synchronized void put(AlarmEvent event) {
        histories.computeIfAbsent(event.id(), unseen -> new ArrayList<>()).add(event);
        alarms.onState(event.current());
        journal.add(positions++, event);
    }

    private synchronized Optional<AlarmEvent> state(String id) {
        List<AlarmEvent> events = histories.getOrDefault(id, List.of());
        return events.isEmpty() ? Optional.empty() : Optional.of(events.get(events.size() - 1));
    }

    private synchronized Transitions history(String id) {
        List<AlarmEvent> events = new ArrayList<>(histories.getOrDefault(id, List.of()));
        Collections.reverse(events);
        return new Transitions(events, false);
    }

    /**
     * A store with a value in every second: the number of its second within the minute. Of a histogram, it has counts. A
     * text changed a minute before the start, and is not old at the start.
     */
    private History stored(Range range) {
        long first = Math.max(range.fromMillis(), range.toMillis() - 60_000L * 15);
        List<Object[]> points = LongStream.rangeClosed(first / 1_000, range.toMillis() / 1_000)
                .mapToObj(second -> new Object[] {second * 1_000, (double) (second % 60)})
                .toList();
        List<Object[]> texts = List.of(
                new Object[] {beganMillis - 240_000, "IDLE"},
                new Object[] {beganMillis - 60_000, "RUNNING"},
                new Object[] {beganMillis, "RUNNING"});
        List<HistorySeries> numbers =
                new ArrayList<>(selected(range, new HistorySeries("temp", Map.of("hostname", "flp1"), "c", points)));
        BUCKETS.forEach((bound, perSecond) -> numbers.addAll(selected(
                range,
                new HistorySeries("stored_seconds_bucket", Map.of("le", bound), "value", counted(points, perSecond)))));
        return new History(
                numbers,
                selected(range, new HistorySeries("run", Map.of("hostname", "flp1"), "state", texts)),
                List.of(),
                "raw",
                1_000,
                false,
                false);
    }

    private static List<Object[]> counted(List<Object[]> points, long perSecond) {
        return points.stream()
                .map(point -> new Object[] {point[0], (double) (((long) point[0]) / 1_000 * perSecond)})
                .toList();
    }

    private static List<HistorySeries> selected(Range range, HistorySeries series) {
        boolean isSelected = range.selector().series().test(series.measurement(), new TreeMap<>(series.tags()));
        return isSelected ? List.of(series) : List.of();
    }

    /** Executes commands as alarming does. */
    private synchronized List<CommandReply> execute(List<AlarmCommand> commands) {
        return commands.stream().map(this::execute).toList();
    }

    private CommandReply execute(AlarmCommand command) {
        Optional<AlarmEvent> before = state(command.target().path())
                .filter(event -> event.transition().equals(command.transition()));
        before.ifPresent(event -> put(changed(event, command)));
        return new CommandReply(
                command.id(),
                command.user(),
                before.isPresent() ? Outcome.DONE : Outcome.OUT_OF_ORDER,
                before.isPresent() ? 1 : 0,
                before.isPresent() ? null : "outdated",
                command.time(),
                new Source("alarms.commands", 0, 0));
    }

    private static AlarmEvent changed(AlarmEvent before, AlarmCommand command) {
        String from = before.to().name();
        if (command.operation() == Operation.COMMENT) {
            return commented(before, command.id(), command.user(), command.reason(), command.time());
        }
        String to = command.operation() == Operation.ACKNOWLEDGE ? "ACKNOWLEDGED" : "SHELVED";
        String cause = ",'user':'" + command.user() + "','command':'" + command.id() + "'"
                + (command.expiry() == null ? "" : ",'expiry':'" + command.expiry() + "'")
                + (command.reason() == null ? "" : ",'reason':'" + command.reason() + "'");
        return event(before.id(), number(before) + 1, to, before.severity().name(), command.time(), cause, from);
    }

    private static AlarmEvent commented(
            AlarmEvent before, String command, String user, @Nullable String text, Instant at) {
        String more = ",'command':'" + command + "','since':'" + before.since() + "','comment':{'user':'" + user
                + "','text':'" + text + "'}" + (before.user() == null ? "" : ",'user':'" + before.user() + "'");
        String state = before.to().name();
        return event(before.id(), number(before) + 1, state, before.severity().name(), at, more, state);
    }

    private static long number(AlarmEvent event) {
        return Long.parseLong(event.transition().replaceAll(".*#", ""));
    }

    private static AlarmEvent event(
            String id, long number, String to, String severity, Instant at, String more, String from) {
        String rule = id.replaceAll("/.*", "");
        String host = id.replaceAll(".*/", "");
        return AlarmJson.readEvent(("{'id':'" + id + "','transition':'" + id + "#" + number + "','rule':'" + rule
                        + "','ruleVersion':'v1','from':'" + from + "','to':'" + to + "','severity':'" + severity
                        + "','value':98.5,'threshold':90.0,'message':'" + rule + " on " + host + "','guidance':'',"
                        + "'tags':{'hostname':'" + host + "'},'eventTime':'" + at + "','decisionTime':'" + at + "'"
                        + more + "}")
                .replace('\'', '"')
                .getBytes(UTF_8));
    }

    @Override
    public void close() {
        web.close();
    }
}
