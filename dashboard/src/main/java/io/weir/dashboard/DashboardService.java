package io.weir.dashboard;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.consumer.AlarmFollower;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rulebook.RuleBook;
import io.weir.contract.rulebook.RuleBook.UntilPublished;
import io.weir.contract.service.BoundHost;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import io.weir.dashboard.api.ActiveRules;
import io.weir.dashboard.api.AlarmApi;
import io.weir.dashboard.api.AlarmHistoryApi;
import io.weir.dashboard.api.AlarmSeriesApi;
import io.weir.dashboard.api.AlertsApi;
import io.weir.dashboard.api.CommandApi;
import io.weir.dashboard.api.HistoryApi;
import io.weir.dashboard.api.IndicatorsApi;
import io.weir.dashboard.api.JournalApi;
import io.weir.dashboard.api.LiveApi;
import io.weir.dashboard.api.OverviewApi;
import io.weir.dashboard.api.QueryApi;
import io.weir.dashboard.api.RulesApi;
import io.weir.dashboard.api.SearchApi;
import io.weir.dashboard.api.SessionApi;
import io.weir.dashboard.api.SourcesApi;
import io.weir.dashboard.api.ViewDraftApi;
import io.weir.dashboard.api.ViewsApi;
import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.HistoryStores;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.kafka.EventSearch;
import io.weir.dashboard.kafka.HostLog;
import io.weir.dashboard.kafka.JournalReader;
import io.weir.dashboard.kafka.LagReader;
import io.weir.dashboard.kafka.LiveReader;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.CommandDesk;
import io.weir.dashboard.live.FeedMeters;
import io.weir.dashboard.live.Lags;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.Outside;
import io.weir.dashboard.live.Pulse;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.live.RuleCount;
import io.weir.dashboard.meter.DashboardMeters;
import io.weir.dashboard.search.Search;
import io.weir.dashboard.signin.SignIn;
import io.weir.dashboard.view.ViewShelf;
import io.weir.query.api.PrometheusApi;
import io.weir.query.api.Turns;
import io.weir.query.api.ValueLimits;
import io.weir.query.api.ValuesApi;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.tier.RuleTiers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the dashboard as a service. Answers browsers as soon as it is started, and shows data as
 * soon as Kafka delivers it.
 */
public final class DashboardService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(DashboardService.class);

    private static final String NAME = "dashboard";
    private static final String PAGE = "io/weir/dashboard/page/";
    private static final long BEAT_MILLIS = 1_000;
    private static final int MOST_OF_JOURNAL = 100_000;
    private static final long END_WITHIN_MILLIS = 1_000;

    private final DashboardConfig config;
    private final BoundHost host;
    private final Outside outside;
    private final Optional<SignIn> signIn;
    private final Clock clock = Clock.systemUTC();
    private final Pulse pulse = new Pulse();
    private final Optional<FeedMeters> others;
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final WebServer web;
    private final TopicsWait topics;
    private final LiveReader reader;
    private final LagReader lagReader;
    private final JournalReader journalReader;
    private final RejectedRecords rejected;
    private final HostLog hostLog;
    private final AlarmFollower follower;
    private final RuleBook rules;
    private final Worker beating = new Worker("weir-dashboard-pulse", this::beat);

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param store the store to query for history, or empty
     * @throws io.weir.contract.config.MistakesException if the files of views contain errors
     */
    public DashboardService(
            DashboardConfig config,
            Optional<StoreAddress> store,
            Outside outside,
            CommandDesk desk,
            KafkaSettings kafka,
            MeterRegistry registry) {
        this.config = config;
        this.outside = outside;
        LiveHub hub = new LiveHub(config.series(), config.hostTags());
        RefusedLines refused = new RefusedLines();
        Lags lags = new Lags();
        others = outside.flow().isPresent() ? Optional.empty() : Optional.of(new FeedMeters(hub, outside.lossMeters()));
        AlarmTable alarms = new AlarmTable();
        host = BoundHost.of(config.host());
        signIn = config.oidc().map(oidc -> new SignIn(oidc, host, clock));
        Access access = signIn.map(SignIn::access).orElseGet(() -> localAccess(registry));
        signIn.ifPresent(provider -> endpoints.putAll(provider.endpoints()));
        hostLog = new HostLog(kafka, hub, config.hostExpiry(), clock);
        lagReader = new LagReader(kafka, lags, clock);
        Journal journal = new Journal(MOST_OF_JOURNAL);
        rejected = new RejectedRecords(NAME, kafka);
        journalReader = new JournalReader(kafka, journal, new MissedRecords(NAME, registry, rejected));
        follower = new AlarmFollower("weir-" + NAME, kafka, alarms);
        rules = new RuleBook(NAME, UntilPublished.SHOW_NONE, kafka, registry);
        endpoints.putAll(new LiveApi(hub, config.lines()).endpoints());
        endpoints.putAll(new SourcesApi(hub, refused, alarms, config.hostTags()).endpoints());
        endpoints.putAll(new AlarmApi(alarms, clock).endpoints());
        endpoints.putAll(new CommandApi(desk, access, clock).endpoints());
        endpoints.putAll(new AlarmHistoryApi(new EventSearch(kafka)).endpoints());
        endpoints.putAll(new JournalApi(journal).endpoints());
        Supplier<Optional<LocatedRules>> located = () -> rules.activeVersion().flatMap(rules::located);
        endpoints.putAll(new AlarmSeriesApi(alarms, located).endpoints());
        endpoints.putAll(new IndicatorsApi(journal, alarms, located, clock).endpoints());
        endpoints.putAll(new AlertsApi(alarms, follower::health, located).endpoints());
        endpoints.putAll(new OverviewApi(pulse, lags, outside, alarms, hub, clock).endpoints());
        ActiveRules active = new ActiveRules(rules);
        endpoints.putAll(new RulesApi(active, alarms, () -> ruleCounts(registry)).endpoints());
        endpoints.putAll(new SearchApi(new Search(hub, alarms, refused, active::named)).endpoints());
        ViewShelf shelf = new ViewShelf(config.views());
        endpoints.putAll(new ViewsApi(shelf, clock).endpoints());
        endpoints.putAll(new ViewDraftApi(shelf, clock).endpoints());
        endpoints.putAll(new HistoryApi(store.flatMap(at -> history(at, hub)), hub, config.lines(), clock).endpoints());
        endpoints.putAll(queries(store).endpoints());
        WebServer.Site site = new WebServer.Site(config.host(), config.port(), config.tls(), config.embedders());
        web = new WebServer(site, config.clients(), access, clock, endpoints, PAGE);
        reader = new LiveReader(
                kafka,
                hub,
                refused,
                config.expiry(),
                config.hostExpiry(),
                clock,
                new DashboardMeters(registry, hub, web));
        topics = new TopicsWait(NAME, kafka, this::follow);
    }

    /** Access without a provider, and its endpoints and meters. */
    private Access localAccess(MeterRegistry registry) {
        LocalAccess access = new LocalAccess(
                config.userHeader(),
                config.token(),
                host,
                config.tls().isPresent(),
                System.getProperty("user.name", "operator"));
        endpoints.putAll(new SessionApi(access, clock).endpoints());
        DashboardMeters.ofLogins(registry, access);
        return access;
    }

    private Optional<HistoryStore> history(StoreAddress address, LiveHub hub) {
        return HistoryStores.open(address, this::storage, hub::measurements);
    }

    private QueryApi queries(Optional<StoreAddress> address) {
        DashboardConfig.Queries bounds = config.queries();
        Limits limits = Limits.DEFAULT.within(bounds.samples(), bounds.timeout());
        Turns turns = new Turns(bounds.atOnce());
        return new QueryApi(
                address.flatMap(found -> QueryStores.series(found, this::storage))
                        .map(store -> new PrometheusApi(store, this::resolution, limits, turns, clock)),
                address.flatMap(QueryStores::values)
                        .map(store -> new ValuesApi(store, ValueLimits.within(bounds.timeout()), turns, clock)));
    }

    private Resolution resolution(long longest) {
        return RuleTiers.of(storage(), clock.millis(), longest);
    }

    private StorageRules storage() {
        return rules.active().storage();
    }

    /** All endpoints, by method and path. */
    Map<String, Endpoint> endpoints() {
        return Map.copyOf(endpoints);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        web.start();
        signIn.ifPresent(SignIn::start);
        LOG.info("dashboard  {}{}", url(), host.isLoopback() || hasLogin() ? "" : " (read-only: no token is set)");
        beating.start();
        topics.start();
    }

    private boolean hasLogin() {
        return config.token().isPresent()
                || config.userHeader().isPresent()
                || config.oidc().isPresent();
    }

    /** The address of the page for a browser on this machine. */
    public String url() {
        String shown = config.host().equals("0.0.0.0") || config.host().equals("::") ? "127.0.0.1" : config.host();
        return (config.tls().isPresent() ? "https://" : "http://")
                + (shown.indexOf(':') < 0 ? shown : "[" + shown + "]") + ":" + port();
    }

    /** The bound port, or the configured one before the start. */
    public int port() {
        return web.port() > 0 ? web.port() : config.port();
    }

    private void follow() {
        reader.start();
        follower.start();
        lagReader.start();
        journalReader.start();
        hostLog.start();
        if (rules.start()) {
            LOG.debug("rules are loaded");
        }
    }

    private void beat() throws InterruptedException {
        beating.every(BEAT_MILLIS, () -> {
            long nowMillis = clock.millis();
            outside.flow()
                    .or(() -> others.flatMap(meters -> meters.flow(nowMillis)))
                    .ifPresentOrElse(flow -> pulse.take(nowMillis, flow), pulse::clear);
        });
    }

    /** Rule counts of this process and of others that a probe reports. */
    private List<RuleCount> ruleCounts(MeterRegistry registry) {
        List<RuleCount> counts = new ArrayList<>(DashboardMeters.ruleCounts(registry));
        others.ifPresent(meters -> counts.addAll(meters.ruleCounts(clock.millis())));
        return counts;
    }

    /**
     * Ready while it receives data, alarms, the journal and hosts; the page is served before. The
     * detail reports an unusable sign-in.
     */
    @Override
    public Health health() {
        Health start = topics.health();
        if (!start.ready()) {
            return start;
        }
        Health all =
                Health.all(Stream.of(reader.health(), follower.health(), journalReader.health(), hostLog.health()));
        return all.ready() ? signIn.map(SignIn::health).orElse(all) : all;
    }

    @Override
    public void close() {
        beating.end();
        topics.close();
        web.close();
        signIn.ifPresent(SignIn::close);
        reader.close();
        follower.close();
        lagReader.close();
        journalReader.close();
        rejected.close();
        hostLog.close();
        rules.close();
        beating.join(END_WITHIN_MILLIS);
    }
}
