import { describeTexts } from '#tests/support/texts';
import { texts } from './texts';

describeTexts('the page that asks first', texts);
