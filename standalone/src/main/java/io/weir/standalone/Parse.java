package io.weir.standalone;

import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.parse.MappedReport;
import io.weir.gateway.parse.ParseReport;
import io.weir.standalone.send.NamedStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code weir parse}: shows how the gateway parses given bytes. */
@Command(
        name = "parse",
        description = "Shows how the gateway reads line protocol: one JSON object per metric or refused"
                + " line. With --mapping, the same for records. Exit code 1 if any is refused.",
        mixinStandardHelpOptions = true)
final class Parse implements Callable<Integer> {

    private static final int MAX_BYTES = 1 << 30;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "YAML file with the keys of an input's mapping: the bytes are records.")
    private @Nullable Path mapping;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Format.class,
            description =
                    "Format of the records: json, keyvalue, or csv with a header (default: json); infologger needs no mapping.")
    private RecordFormat format = RecordFormat.JSON;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Line protocol or records (default: standard input).")
    private String file = NamedStream.STANDARD;

    @Override
    public Integer call() {
        try (InputStream in = NamedStream.input(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new StartException(NamedStream.inputName(file) + " has more than " + (MAX_BYTES >> 20)
                        + " MiB: parse a part of it, such as the first lines with head");
            }
            boolean isMapped = mapping != null || format.equals(RecordFormat.INFO_LOGGER);
            int refused = isMapped
                    ? MappedReport.write(bytes, format, read(mapping), System.out)
                    : ParseReport.write(bytes, System.out);
            return refused == 0 ? 0 : 1;
        } catch (IOException e) {
            throw new StartException("cannot read or write: " + e.getMessage(), e);
        }
    }

    private static RecordMapping read(@Nullable Path mapping) {
        return mapping == null ? RecordMapping.NONE : YamlSource.file(mapping).read(RecordMapping::read);
    }

    private static final class Format implements ITypeConverter<RecordFormat> {
        @Override
        public RecordFormat convert(String text) {
            return switch (text) {
                case "json" -> RecordFormat.JSON;
                case "keyvalue" -> RecordFormat.KEY_VALUE;
                case "csv" -> new RecordFormat.Csv(List.of(), ',');
                case "infologger" -> RecordFormat.INFO_LOGGER;
                default -> throw new TypeConversionException("write json, keyvalue, csv or infologger, not " + text);
            };
        }
    }
}
