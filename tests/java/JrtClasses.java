// SPDX-License-Identifier: MIT
// Every class of the running JDK's image, as tests/tools/sources prints it:
//
//     java JrtClasses      name checksum size "jdk" jrt:/module, sorted
//
// module-info and package-info are left out.

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

final class JrtClasses {
    private JrtClasses() {
    }

    public static void main(String[] args) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("/modules");
        TreeMap<String, String> lines = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(Files::isRegularFile)
                    .collect(Collectors.toList());
        }
        for (Path p : files) {
            String module = p.getName(1).toString();
            String name = root.resolve(module).relativize(p).toString();
            if (!name.endsWith(".class") || name.endsWith("-info.class")) {
                continue;
            }
            name = name.substring(0, name.length() - 6);
            byte[] bytes = Files.readAllBytes(p);
            CRC32 crc = new CRC32();
            crc.update(bytes);
            lines.put(name, String.format("%s %08x %d jdk jrt:/%s", name,
                    crc.getValue(), bytes.length, module));
        }
        try (PrintWriter out = new PrintWriter(new BufferedWriter(
                new OutputStreamWriter(System.out, StandardCharsets.UTF_8)))) {
            for (String line : lines.values()) {
                out.print(line + "\n");
            }
        }
    }
}
