import count from './count.json';

export default { count };
