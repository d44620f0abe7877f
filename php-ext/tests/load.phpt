--TEST--
the module: phpinfo table, version, classes
--EXTENSIONS--
onebloom
--FILE--
<?php
require __DIR__ . '/common.inc';

$module = new ReflectionExtension('onebloom');
same($module->getVersion(), '0.1.0', 'version');
same(array_keys($module->getClasses()), [
    'Onebloom\OnebloomException', 'Onebloom\ArgumentError', 'Onebloom\KeyTypeError', 'Onebloom\StateException',
    'Onebloom\FormatException', 'Onebloom\IoException', 'Onebloom\BloomFilter', 'Onebloom\Redis\Remote', 'Onebloom\Redis\Task',
], 'classes');
same(array_keys($module->getFunctions()), ['Onebloom\error_codes'], 'functions');
same(array_keys($module->getINIEntries()), ['onebloom.revalidate_freq', 'onebloom.max_mappings'], 'ini');
same(ini_get('onebloom.revalidate_freq'), '2', 'default of revalidate_freq');
same(ini_get('onebloom.max_mappings'), '100', 'default of max_mappings');

ob_start();
$module->info();
$info = ob_get_clean();
foreach ([
    'onebloom support => enabled', 'extension version => 0.1.0', 'library version => ', 'library ABI version => ',
    'files mapped for reading => 0', 'onebloom.revalidate_freq => 2 => 2',
] as $line) {
    check(str_contains($info, $line), "phpinfo says: $line");
}
echo "done\n";
--EXPECT--
done
