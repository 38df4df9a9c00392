package io.weir.gateway.collectd;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UdpSocketKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An input for collectd's binary protocol over UDP.
 *
 * @param users who may sign and encrypt; present if a level is set
 * @param replayWindow maximum difference between the time of signed or encrypted data and its
 *     receive time
 */
public record CollectdSettings(
        String name,
        UdpSettings socket,
        Naming naming,
        List<TypesFile> types,
        SecurityLevel level,
        Optional<UserFile> users,
        Duration replayWindow)
        implements InputSettings {
    private static final int PORT = 25_826;
    /**
     * Packets in each of two generations, enough for 5000 protected packets per second during twice
     * the default window. A generation needs up to 32 MiB, allocated on demand.
     */
    private static final int REMEMBERED = 3 << 20;

    public static CollectdSettings read(InputName name, YamlSection section) {
        CollectdSettings settings = new CollectdSettings(
                name.text(),
                UdpSocketKeys.read(name, section, PORT, "collectd's packets"),
                section.choice("names", Naming.class, "naming of lines, see inputs/collectd.md")
                        .or(Naming.WEIR),
                section.values(
                                "types-db",
                                file -> TypesFile.read(NamedFile.path(file)),
                                "files like collectd's types.db, for types that it does not contain itself")
                        .or(List.of()),
                section.choice("security-level", SecurityLevel.class, "packets below this level are rejected")
                        .or(SecurityLevel.NONE),
                section.value(
                                "user-file",
                                Optional.<UserFile>empty(),
                                file -> Optional.of(new UserFile(NamedFile.path(file))),
                                "lines of user: password, like collectd's AuthFile; may change at any time")
                        .optional()
                        .flatMap(file -> file),
                section.duration(
                                "replay-window",
                                Duration.ofSeconds(1),
                                "with a security level: largest difference between a metric's time and its receive time")
                        .or(Duration.ofMinutes(5)));
        if (settings.level != SecurityLevel.NONE && !section.has("user-file")) {
            section.refuse("user-file", "is missing", "set it: a security level needs the users and their passwords");
        }
        return settings;
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        TypesDb db = new TypesDb(types);
        Supplier<Users> who = users.<Supplier<Users>>map(file -> file::users).orElse(() -> Users.NONE);
        long windowNanos = replayWindow.toNanos();
        ReplayMemory replays = new ReplayMemory(windowNanos, REMEMBERED, packets -> intakes.counts()
                .warnings
                .add(ReplayMemory.FORGOTTEN_EARLY, packets));
        Protection protection = new Protection(level, who, windowNanos, replays);
        Input input = UdpReceiver.open(
                socket, intakes, loop -> new CollectdIntake(intakes.next(loop), naming, db, protection));
        return users.<Input>map(file -> new UserWatch(input, file)).orElse(input);
    }
}
