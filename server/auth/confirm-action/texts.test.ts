import { describeTexts } from '#tests/support/texts';
import { texts } from './texts';

describeTexts('the confirmation page', texts);
