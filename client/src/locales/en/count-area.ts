import count from './count.json';

/** Texts of the open count and of the timelines of categories. */
export default { count };
