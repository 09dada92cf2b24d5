import 'geolet/define';
