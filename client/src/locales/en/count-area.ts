import count from './count.json';

/** What the open count says, and the timelines of categories. */
export default { count };
