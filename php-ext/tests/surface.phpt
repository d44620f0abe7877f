--TEST--
the verbs of tests/surface.tsv
--EXTENSIONS--
onebloom
--SKIPIF--
<?php require __DIR__ . '/common.inc'; vectors() ?? print 'skip the vectors of the repository are not here';
--FILE--
<?php
require __DIR__ . '/common.inc';

$methods = get_class_methods('Onebloom\BloomFilter');
$listed = [];
foreach (table(dirname(vectors()) . '/surface.tsv') as [$verb, , , , , $php]) {
    if ($verb === 'error_codes') {
        check(function_exists("Onebloom\\$php"), $php);
    } elseif ($php !== '-') {
        check(in_array($php, $methods, true), "$verb is $php");
        $listed[] = $php;
    }
}
same(
    array_values(array_diff($methods, $listed)),
    ['__serialize', '__unserialize', '__debugInfo'],
    'methods that are no verb'
);
echo "done\n";
--EXPECT--
done
