/** A language in which a shop's server signs: its file in `platforms/signatures`, and a program around it for the test. */
export interface SignatureLanguage {
  readonly name: string;
  readonly file: string;
  /** Commands that the machine needs. */
  readonly needs: readonly string[];
  /**
   * How the vectors write texts: in the units of the language, so that half a character reaches its function. `utf8` has three bytes for one,
   * which is not UTF-8.
   */
  readonly encoding: 'utf8' | 'utf16le';
  /**
   * A file that reads the vectors: a line for each, with the id and the secret in Base64 and the time or `-`, separated by commas. It prints
   * a line for each: its signature, or `refused`.
   */
  readonly main: { readonly file: string; readonly source: string };
  /** What is run in a folder with both files; the last command reads the lines. */
  readonly commands: readonly (readonly string[])[];
}

const JS = `import { readFileSync } from 'node:fs';
import { signCustomerId } from './sign.mjs';
const text = (base64) => Buffer.from(base64, 'base64').toString('utf16le');
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
  const [id, secret, time] = line.split(',');
  try {
    console.log(signCustomerId(text(id), text(secret), time === '-' ? undefined : Number(time)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.log('refused');
  }
}`;

/** Lines of PHP that read the vectors, for a function of this name. */
export const phpMain = (file: string, signs: string): string => `<?php
declare(strict_types=1);
define('ABSPATH', '/');
require '${file}';
foreach (explode("\\n", trim(stream_get_contents(STDIN))) as $line) {
    [$id, $secret, $time] = explode(',', $line);
    try {
        echo ${signs}(base64_decode($id), base64_decode($secret), $time === '-' ? null : (int) $time), "\\n";
    } catch (InvalidArgumentException) {
        echo "refused\\n";
    }
}`;

const PYTHON = `import base64, sys
from sign import sign_customer_id
text = lambda encoded: base64.b64decode(encoded).decode("utf-8", "surrogatepass")
for line in sys.stdin.read().split("\\n"):
    if line:
        id, secret, time = line.split(",")
        try:
            print(sign_customer_id(text(id), text(secret), None if time == "-" else int(time)))
        except ValueError:
            print("refused")`;

const RUBY = `require_relative "sign"
STDIN.each_line(chomp: true) do |line|
  id, secret, time = line.split(",")
  text = ->(encoded) { encoded.unpack1("m").force_encoding("UTF-8") }
  begin
    puts sign_customer_id(text[id], text[secret], time == "-" ? nil : time.to_i)
  rescue ArgumentError
    puts "refused"
  end
end`;

const GO = `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func text(encoded string) string {
	decoded, _ := base64.StdEncoding.DecodeString(encoded)
	return string(decoded)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), ",")
		time, _ := strconv.ParseInt(parts[2], 10, 64)
		signature, err := SignCustomerID(text(parts[0]), text(parts[1]), time)
		if err != nil {
			signature = "refused"
		}
		fmt.Println(signature)
	}
}`;

const CSHARP = `using System;
using System.Runtime.InteropServices;
static class Program {
    static string TextOf(string encoded) => new(MemoryMarshal.Cast<byte, char>(Convert.FromBase64String(encoded)));
    static void Main() {
        while (Console.ReadLine() is { Length: > 0 } line) {
            var parts = line.Split(',');
            try {
                Console.WriteLine(CustomerSignature.Sign(TextOf(parts[0]), TextOf(parts[1]), parts[2] == "-" ? null : long.Parse(parts[2])));
            } catch (ArgumentException) {
                Console.WriteLine("refused");
            }
        }
    }
}`;
const PROJECT = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable></PropertyGroup></Project>`;

const JAVA = `import java.io.*;
import java.nio.*;
import java.util.Base64;
class Main {
    static String text(String encoded) {
        return ByteBuffer.wrap(Base64.getDecoder().decode(encoded)).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
    }
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(",");
            Long time = parts[2].equals("-") ? null : Long.valueOf(parts[2]);
            try {
                System.out.println(CustomerSignature.sign(text(parts[0]), text(parts[1]), time));
            } catch (IllegalArgumentException error) {
                System.out.println("refused");
            }
        }
    }
}`;

export const SIGNATURE_LANGUAGES: readonly SignatureLanguage[] = [
  {
    name: 'Node',
    encoding: 'utf16le',
    file: 'sign.mjs',
    needs: ['node'],
    main: { file: 'main.mjs', source: JS },
    commands: [['node', 'main.mjs']],
  },
  {
    name: 'PHP',
    encoding: 'utf8',
    file: 'sign.php',
    needs: ['php'],
    main: { file: 'main.php', source: phpMain('sign.php', 'sign_customer_id') },
    commands: [['php', 'main.php']],
  },
  {
    name: 'Python',
    encoding: 'utf8',
    file: 'sign.py',
    needs: ['python3'],
    main: { file: 'main.py', source: PYTHON },
    commands: [['python3', 'main.py']],
  },
  {
    name: 'Ruby',
    encoding: 'utf8',
    file: 'sign.rb',
    needs: ['ruby'],
    main: { file: 'main.rb', source: RUBY },
    commands: [['ruby', 'main.rb']],
  },
  {
    name: 'Go',
    encoding: 'utf8',
    file: 'sign.go',
    needs: ['go'],
    main: { file: 'main.go', source: GO },
    commands: [['go', 'run', 'main.go', 'sign.go']],
  },
  {
    name: 'C#',
    encoding: 'utf16le',
    file: 'Sign.cs',
    needs: ['dotnet'],
    main: { file: 'Program.cs', source: CSHARP },
    commands: [['dotnet', 'run', '--verbosity', 'quiet']],
  },
  {
    name: 'Java',
    encoding: 'utf16le',
    file: 'CustomerSignature.java',
    needs: ['javac', 'java'],
    main: { file: 'Main.java', source: JAVA },
    commands: [
      ['javac', 'Main.java', 'CustomerSignature.java'],
      ['java', '-cp', '.', 'Main'],
    ],
  },
];

/** Files that a language needs beside its two. */
export const PROJECT_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'C#': { 'sign.csproj': PROJECT },
};
