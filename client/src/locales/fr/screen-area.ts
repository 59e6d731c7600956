import screen from './screen.json';

/** Texts of the big screen, which loads both languages. */
export default { screen };
