import { hydrateRoot } from 'react-dom/client';
import { Shop } from './shop.jsx';

hydrateRoot(document.querySelector('#root'), <Shop />, { onRecoverableError: (error) => console.error(error) });
