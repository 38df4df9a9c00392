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
 * The alarm client of Phoebus itself, {@code org.phoebus.applications.alarm.client.AlarmClient}, from a class path of its own: Phoebus is
 * no part of this project. Kafka's client and Jackson are those of the test.
 */
final class RealPhoebus implements AutoCloseable {

    /** The variable that names the class path: jars and directories, as for {@code java -cp}. */
    static final String CLASS_PATH = "WEIR_TEST_PHOEBUS";

    private static final String PACKAGE = "org.phoebus.applications.alarm.";

    private final URLClassLoader loader;
    private final Object client;

    /** Connects, and follows what it is told until it is closed. */
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

    /** For how long nothing may come from the server: the client says that it is gone after three times this. */
    long idleMillis() {
        try {
            return loader.loadClass(PACKAGE + "AlarmSystem")
                    .getField("idle_timeout_ms")
                    .getLong(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does the client say that its server is there? */
    boolean isServerAlive() {
        return (boolean) call(client, "isServerAlive");
    }

    /** What the client has, by path: of a node the severity, of an alarm also what else it shows. */
    Map<String, String> tree() {
        Map<String, String> tree = new TreeMap<>();
        add(call(client, "getRoot"), tree);
        return tree;
    }

    /** Of that what is at a path; empty if nothing is. */
    String shown(String path) {
        return tree().getOrDefault(path, "");
    }

    /** As the operator does in the alarm's, or the node's, menu. */
    void acknowledge(String path, boolean isAcknowledge) {
        Object item = item(path);
        invoke("acknowledge", new Object[] {item, isAcknowledge});
    }

    /** As the operator does in the menu of the configuration. */
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
