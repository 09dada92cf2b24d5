// An app has a part that it loads later, so its bundler's own lines for that are not Geolet's.
document.addEventListener('click', () => void import('./later.js').then(({ later }) => later()));
