--TEST--
the compiled signatures are those of the stubs
--EXTENSIONS--
onebloom
--INI--
pcre.jit=0
--FILE--
<?php
require __DIR__ . '/common.inc';

foreach (['onebloom', 'redis'] as $stub) {
    $code = file_get_contents(dirname(__DIR__) . "/$stub.stub.php");
    eval(preg_replace('/\bOnebloom\b(?=;|\\\\)/', 'Stub', substr($code, strlen("<?php\n"))));
}

function type(?ReflectionType $type): string
{
    // 8.2 made iterable an alias, and says it differently of compiled and of PHP code
    return str_replace(['Stub\\', 'Traversable|array'], ['Onebloom\\', 'iterable'], (string) $type);
}

function signature(ReflectionFunctionAbstract $f): array
{
    return [
        'returns' => type($f->getReturnType()),
        'parameters' => array_map(fn (ReflectionParameter $p): array => [
            $p->getName(), type($p->getType()), $p->isOptional(),
            $p->isDefaultValueAvailable() ? $p->getDefaultValue() : null,
        ], $f->getParameters()),
    ];
}

function own(array $members, string $class): array
{
    return array_filter($members, fn ($m): bool => $m->getDeclaringClass()->getName() === $class);
}

same(signature(new ReflectionFunction('Onebloom\error_codes')), signature(new ReflectionFunction('Stub\error_codes')), 'error_codes');
foreach ((new ReflectionExtension('onebloom'))->getClassNames() as $name) {
    $stubName = str_replace('Onebloom\\', 'Stub\\', $name);
    $real = new ReflectionClass($name);
    $stub = new ReflectionClass($stubName);
    same($real->isFinal(), $stub->isFinal(), "$name is final");
    same($real->isInterface(), $stub->isInterface(), "$name is an interface");
    same($real->getConstants(), $stub->getConstants(), "constants of $name");
    same(
        $real->getParentClass() ? $real->getParentClass()->getName() : null,
        $stub->getParentClass() ? $stub->getParentClass()->getName() : null,
        "parent of $name"
    );
    $methods = own($real->getMethods(), $name);
    same(
        array_map(fn ($m) => $m->getName(), array_values($methods)),
        array_map(fn ($m) => $m->getName(), array_values(own($stub->getMethods(), $stubName))),
        "methods of $name"
    );
    foreach ($methods as $method) {
        $twin = $stub->getMethod($method->getName());
        same($method->getModifiers(), $twin->getModifiers(), "modifiers of $name::{$method->getName()}");
        same(signature($method), signature($twin), "signature of $name::{$method->getName()}");
        check($twin->getDocComment() !== false, "$name::{$method->getName()} is documented");
    }
}
echo "done\n";
--EXPECT--
done
