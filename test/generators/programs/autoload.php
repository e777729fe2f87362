<?php
// Loads the client in php/lib, and Debian's package of Guzzle.

require 'GuzzleHttp/autoload.php';

spl_autoload_register(function (string $class): void {
    $file = dirname(__DIR__) . '/lib/' . str_replace(['Acme\\Partner\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
