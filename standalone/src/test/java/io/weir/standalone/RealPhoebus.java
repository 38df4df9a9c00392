package io.weir.standalone;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The alarm client of Phoebus itself, {@code org.phoebus.applications.alarm.client.AlarmClient},
 * from a separate class path, because Phoebus is not part of this project. It uses the test's Kafka
 * client and Jackson.
 */
final class RealPhoebus implements AutoCloseable {

    /** The variable that names the class path: jars and directories, as for {@code java -cp}. */
    static final String CLASS_PATH = "WEIR_TEST_PHOEBUS";

    private static final String PACKAGE = "org.phoebus.applications.alarm.";

    private final URLClassLoader loader;
    private final Object client;

    /** Connects, and follows the alarm topics until it is closed. */
    RealPhoebus(String bootstrap, String configName) {
        loader = new URLClassLoader(classPath(), RealPhoebus.class.getClassLoader());
        try {
            client = loader.loadClass(PACKAGE + "client.AlarmClient")
                    .getConstructor(String.class, String.class, String.class)
                    .newInstance(bootstrap, configName, "");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no alarm client of Phoebus on " + CLASS_PATH, e);
        }
        call(client, "start");
    }

    /**
     * The maximum silence of the server; the client reports the server as missing after three times
     * this.
     */
    long idleMillis() {
        try {
            return loader.loadClass(PACKAGE + "AlarmSystem")
                    .getField("idle_timeout_ms")
                    .getLong(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the client considers its server alive. */
    boolean isServerAlive() {
        return (boolean) call(client, "isServerAlive");
    }

    /** The client's tree by path: the severity of each node, and further properties of an alarm. */
    Map<String, String> tree() {
        Map<String, String> tree = new TreeMap<>();
        add(call(client, "getRoot"), tree);
        return tree;
    }

    /** The entry of the tree at a path; empty if there is no entry. */
    String shown(String path) {
        return tree().getOrDefault(path, "");
    }

    /** Acknowledges like the operator's menu of an alarm or node. */
    void acknowledge(String path, boolean isAcknowledge) {
        Object item = item(path);
        invoke("acknowledge", new Object[] {item, isAcknowledge});
    }

    /** Removes like the operator's menu of the configuration. */
    void remove(String path) {
        Object item = item(path);
        invoke("removeComponent", new Object[] {item});
    }

    @Override
    public void close() {
        call(client, "shutdown");
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(Object item, Map<String, String> tree) {
        Object state = call(item, "getState");
        String shown = String.valueOf(call(state, "getSeverity"));
        if (item.getClass().getSimpleName().equals("AlarmClientLeaf")) {
            shown = String.join(
                    "|",
                    shown,
                    String.valueOf(call(state, "getMessage")),
                    String.valueOf(call(state, "getValue")),
                    (boolean) call(state, "isDynamicallyDisabled") ? "disabled" : "",
                    String.valueOf(call(item, "getEnabled")),
                    String.valueOf(call(item, "getDescription")),
                    String.valueOf(call(item, "getGuidance")));
        }
        tree.put(String.valueOf(call(item, "getPathName")), shown);
        for (Object child : (List<?>) call(item, "getChildren")) {
            add(child, tree);
        }
    }

    private Object item(String path) {
        return find(call(client, "getRoot"), path);
    }

    private static Object find(Object item, String path) {
        String at = String.valueOf(call(item, "getPathName"));
        if (at.equals(path)) {
            return item;
        }
        for (Object child : (List<?>) call(item, "getChildren")) {
            String below = String.valueOf(call(child, "getPathName"));
            if (path.equals(below) || path.startsWith(below + "/")) {
                return find(child, path);
            }
        }
        throw new IllegalStateException("the client has nothing at " + path);
    }

    private void invoke(String method, Object[] arguments) {
        try {
            Arrays.stream(client.getClass().getMethods())
                    .filter(each -> each.getName().equals(method))
                    .findFirst()
                    .orElseThrow()
                    .invoke(client, arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(method, e);
        }
    }

    private static Object call(Object target, String method) {
        try {
            Object result = target.getClass().getMethod(method).invoke(target);
            return result == null ? "" : result;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method, e);
        }
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getenv(CLASS_PATH).split(File.pathSeparator))
                .map(entry -> {
                    try {
                        return new File(entry).toURI().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalArgumentException(CLASS_PATH + ": " + entry, e);
                    }
                })
                .toArray(URL[]::new);
    }
}
