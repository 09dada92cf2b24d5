export const later = () => document.title;
