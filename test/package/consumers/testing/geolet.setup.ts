import { visitAs } from 'geolet/testing';

// Before the code under test is imported, so that nothing starts by itself and asks a proxy.
visitAs('unknown');
