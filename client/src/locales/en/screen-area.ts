import screen from './screen.json';

/** What the big screen says; it has both languages at once. */
export default { screen };
