import { index, route } from '@react-router/dev/routes';

export default [index('shoes.jsx'), route('boots', 'boots.jsx'), route('geo', 'routes/geo.ts')];
