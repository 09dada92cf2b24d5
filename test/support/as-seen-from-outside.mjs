// Loaded before a program, which then finds shop.example on this machine, and takes that for a public address.
import dns from 'node:dns';
import { Socket } from 'node:net';

const { lookup } = dns;
dns.lookup = (host, options, done) => lookup(host === 'shop.example' ? '127.0.0.1' : host, options, done);
// What `remoteAddress` reads, which itself cannot be changed.
Socket.prototype._getpeername = () => ({ address: '93.184.216.34', family: 'IPv4', port: 443 });
