import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Writes rows of three columns with two libraries, each in one thread: time, host, value. */
public final class Compare {
    private static final int ROWS = 3_000_000;
    private static final int HOSTS = 10_000;

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("archive-libraries-");
        for (int round = 0; round < 3; round++) {
            Path file = directory.resolve("hadoop-" + round + ".parquet");
            long began = cpu();
            hadoop(file);
            say("parquet-hadoop, uncompressed", began, file);
            file = directory.resolve("duckdb-" + round + ".parquet");
            began = cpu();
            duckDb(file);
            say("DuckDB, zstd", began, file);
        }
    }

    private static void hadoop(Path file) throws Exception {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 time;"
                + " optional binary host (STRING); optional double value; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                // Its zstd needs a codec factory of its own without Hadoop's configuration.
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(schema);
                group.add("time", time(row));
                group.add("host", host(row));
                group.add("value", value(row));
                writer.write(group);
            }
        }
    }

    private static void duckDb(Path file) throws Exception {
        try (DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("CREATE TABLE m (time BIGINT, host VARCHAR, value DOUBLE)");
            try (DuckDBAppender appender = connection.createAppender("main", "m")) {
                for (int row = 0; row < ROWS; row++) {
                    appender.beginRow();
                    appender.append(time(row));
                    appender.append(host(row));
                    appender.append(value(row));
                    appender.endRow();
                }
            }
            statement.execute("COPY m TO '" + file + "' (FORMAT parquet, COMPRESSION zstd)");
        }
    }

    private static long time(int row) {
        return 1_700_000_000_000_000_000L + row % (ROWS / HOSTS) * 10_000_000_000L;
    }

    private static String host(int row) {
        return "flp" + row / (ROWS / HOSTS);
    }

    private static double value(int row) {
        return (row * 2654435761L & 0xFFFFF) / 10_000.0;
    }

    /** Of all threads of this process. */
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static void say(String name, long began, Path file) throws Exception {
        System.out.printf("%-30s %,12d rows/s of processor time, %5.2f bytes per row%n", name,
                ROWS * 1_000_000_000L / (cpu() - began), (double) Files.size(file) / ROWS);
        Files.delete(file);
    }
}
