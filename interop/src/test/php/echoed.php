<?php
// A service of PHP's SoapServer that says how it has read a text.
class Echoed
{
    public function echo($text)
    {
        return 'echo ' . $text;
    }
}

$server = new SoapServer(null, ['uri' => 'urn:echoed']);
$server->setObject(new Echoed());
$server->handle();
