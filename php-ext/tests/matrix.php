<?php
// The PHP program of the matrix: tests/matrix/README.md says what it must do.
//
//     php -n -d extension=php-ext/modules/onebloom.so php-ext/tests/matrix.php VERB …

declare(strict_types=1);

use Onebloom\BloomFilter;
use Onebloom\OnebloomException;

require __DIR__ . '/common.inc';

/** @return array<string, array{string, string}> case => [options, steps] */
function cases(): array
{
    $cases = [];
    foreach (table(dirname(vectors()) . '/matrix/cases.tsv') as $row) {
        $cases[$row[0]] = [$row[1], $row[2]];
    }
    return $cases;
}

function write(string $case, string $file): void
{
    build(...cases()[$case])->save($file);
}

/** @return array<int|string, bool> */
function answers(string $case, string $file): array
{
    $keys = str_ends_with($case, '-ints') ? range(0, 1999) : users(0, 2000);
    $said = [];
    foreach ([BloomFilter::open($file), BloomFilter::load($file)] as $filter) {
        if (str_contains($case, 'rotating')) {
            $filter->setNow(1767441600000); // 2026-01-03 12:00 UTC
        }
        $said[] = array_combine($keys, $filter->containsMany($keys));
    }
    if ($said[0] !== $said[1]) {
        throw new Exception("$file: mapped and loaded differ");
    }
    return $said[0];
}

/** @return list<string> */
function files(string $dir): array
{
    $files = glob("$dir/*.bloom");
    sort($files, SORT_STRING);
    return $files;
}

function codes(string $dir): void
{
    foreach (files($dir) as $file) {
        $code = 'OK';
        try {
            BloomFilter::load($file);
        } catch (OnebloomException $e) {
            $code = code($e);
        }
        echo basename($file, '.bloom'), "\t$code\n";
    }
}

ini_set('display_errors', 'stderr');
[, $verb, $first] = $argv + [2 => ''];
switch ($verb) {
    case 'write':
        write($first, $argv[3]);
        break;
    case 'write-all':
        foreach (cases() as $case => $_) {
            write($case, "$first/$case.bloom");
        }
        break;
    case 'check':
        foreach (answers($first, $argv[3]) as $key => $is) {
            echo "$key\t", (int) $is, "\n";
        }
        break;
    case 'check-all':
        foreach (files($first) as $file) {
            $case = basename($file, '.bloom');
            foreach (answers($case, $file) as $key => $is) {
                echo "$case\t$key\t", (int) $is, "\n";
            }
        }
        break;
    case 'codes':
        codes($first);
        break;
    default:
        fwrite(STDERR, "unknown verb $verb\n");
        exit(2);
}
