import 'geolet/types/react';
import 'geolet/types/svelte';
import 'geolet/types/vue';
import { startGeolet } from 'geolet';
