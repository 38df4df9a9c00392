package io.weir.gateway.poll;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.List;

/** The keys of a job that list its targets. */
public final class TargetKeys {
    /** Lists are not read again more often. */
    public static final Duration SHORTEST_REFRESH = Duration.ofMillis(100);

    private TargetKeys() {}

    /** Reads {@code static}. */
    public static List<TargetGroup> groups(YamlSection job) {
        return job.sections("static", TargetList::group, "groups of targets");
    }

    /** Reads {@code file-sd}. */
    public static List<FileSource> files(YamlSection job) {
        return job.sections("file-sd", TargetKeys::file, "files with groups of targets, as JSON or YAML");
    }

    private static FileSource file(YamlSection section) {
        return new FileSource(
                section.values("files", NamedFile::path, "the files; the last part of a path may contain *")
                        .required(),
                section.duration("refresh-interval", SHORTEST_REFRESH, "time after which the files are read again")
                        .or(Duration.ofSeconds(5)));
    }
}
